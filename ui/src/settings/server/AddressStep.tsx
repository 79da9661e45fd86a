import { type ComponentType, type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, Field, toast } from "@/ui";
import type { JoinFrameProps } from "./frame";
import { type Joining, typedServer } from "./typedServer";

interface AddressStepProps {
  frame: ComponentType<JoinFrameProps>;
  /** The code of an invitation whose link names no server. */
  inviteCode: string;
  onAddress: (joining: Joining) => void;
}

/** Asks for a server by its address, by the link of an invitation, or by the text of its QR code. */
export function AddressStep({ frame: Frame, inviteCode, onAddress }: AddressStepProps) {
  const { t } = useTranslation(["join", "common"]);
  const form = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const accept = (typed: string) => {
    const read = typedServer(typed);
    if (read.server) onAddress({ ...read, inviteCode: read.inviteCode || inviteCode });
    else setProblem(t("join:refused.address_invalid"));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept(text);
  };
  const paste = async () => {
    try {
      const pasted = await navigator.clipboard.readText();
      setText(pasted);
      setProblem(undefined);
    } catch {
      toast(t("join:notPasted"));
    }
  };
  const canPaste = typeof navigator.clipboard?.readText === "function";
  return (
    <Frame
      title={t("join:which")}
      description={t("join:whichText")}
      actions={
        <Button type="submit" form={form}>
          {t("common:action.continue")}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={t("join:address")}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
          }}
          error={problem}
          hint={t("join:addressHint")}
          type="url"
          inputMode="url"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          end={
            canPaste ? (
              <button
                type="button"
                onClick={paste}
                className="-mr-2 min-h-11 px-2 text-note font-semibold text-ink"
              >
                {t("join:paste")}
              </button>
            ) : null
          }
        />
      </form>
    </Frame>
  );
}
