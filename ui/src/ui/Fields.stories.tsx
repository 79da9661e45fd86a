import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { AmountField } from "./AmountField";
import { Field } from "./Field";
import { Form } from "./Form";
import { Stepper } from "./Stepper";

const meta = {
  title: "Controls/Fields",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

function Amount(props: Partial<Parameters<typeof AmountField>[0]>) {
  const [value, setValue] = useState(props.value ?? "");
  return <AmountField label="Amount" unit="USD" {...props} value={value} onChange={setValue} />;
}

function Quantity(props: Partial<Parameters<typeof Stepper>[0]>) {
  const [value, setValue] = useState(props.value ?? "");
  return <Stepper label="Quantity" {...props} value={value} onChange={setValue} />;
}

const nothing = () => undefined;

export const Empty: Story = { render: () => <Field label="Email" placeholder="you@example.org" /> };
export const Filled: Story = {
  render: () => <Field label="Email" defaultValue="you@example.org" hint="We send a code there." />,
};
export const Wrong: Story = {
  render: () => <Field label="Email" defaultValue="you@" error="This is no e-mail address." />,
};
export const Disabled: Story = {
  render: () => <Field label="Email" defaultValue="you@example.org" disabled />,
};
export const Focused: Story = {
  tags: ["alone"],
  render: () => <Field label="Email" autoFocus />,
};
export const Chinese: Story = {
  tags: ["chinese"],
  render: () => (
    <Field label="電郵地址" hint="我們會把驗證碼發送到這個電郵地址，請於十分鐘內輸入。" />
  ),
};
export const AmountEmpty: Story = { render: () => <Amount hint="At least 10.00 USD" /> };
export const AmountLong: Story = { render: () => <Amount value="123456789012.34" /> };
export const AmountTooMuch: Story = {
  render: () => <Amount value="500" error="More than is available." />,
};
export const StepperEmpty: Story = { render: () => <Quantity max="181" hint="Max 181 shares" /> };
export const StepperAtMost: Story = { render: () => <Quantity value="181" max="181" /> };
export const StepperBeyond: Story = {
  render: () => <Quantity value="200" max="181" error="You can buy 181 at most." />,
};
export const StepperOfCoins: Story = {
  render: () => <Quantity value="0.00100000" step="0.00000001" min="0.00000001" />,
};
export const FormRefused: Story = {
  render: () => (
    <Form onSubmit={nothing} action="Log in" busy={false} error="The password is wrong.">
      <Field label="Password" type="password" defaultValue="12345678" />
    </Form>
  ),
};
export const FormBusy: Story = {
  render: () => (
    <Form onSubmit={nothing} action="Log in" busy>
      <Field label="Password" type="password" defaultValue="12345678" />
    </Form>
  ),
};
