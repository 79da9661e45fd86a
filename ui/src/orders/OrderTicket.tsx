import { UnansweredActions } from "@/money/UnansweredActions";
import { useNavigation } from "@/navigation";
import { Page, TopBar } from "@/ui";
import { OrderForm, type OrderFormProps } from "./OrderForm";

/** The order form as a screen of its own. */
export function OrderTicket(props: OrderFormProps) {
  const { back } = useNavigation();
  return (
    <OrderForm
      {...props}
      onDone={() => back()}
      frame={({ title, fields, figures, button }) => (
        <Page top={<TopBar title={title} />} bottom={button}>
          <UnansweredActions />
          {fields}
          {figures}
        </Page>
      )}
    />
  );
}
