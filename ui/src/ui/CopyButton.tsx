import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { IconButton } from "./Button";
import { toast } from "./toast";

/** Copies a text that is hard to type, and says whether it worked. */
export function CopyButton(props: { label: string; text: string; className?: string }) {
  const { t } = useTranslation();
  const copy = async () =>
    toast(t((await platform.copy(props.text)) ? "message.copied" : "message.notCopied"));
  return (
    <IconButton label={props.label} onClick={copy} className={props.className}>
      <Copy size={18} strokeWidth={1.75} aria-hidden className="text-ink-2" />
    </IconButton>
  );
}
