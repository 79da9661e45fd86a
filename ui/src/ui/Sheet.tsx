import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { SheetsContext, WorkspaceContext } from "./Page";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  children: ReactNode;
  /** The actions at the bottom. */
  actions?: ReactNode;
  /** True while an action is under way whose outcome the sheet will show: the sheet cannot be closed. */
  busy?: boolean;
}

/** A dialog that slides up; in a wide window it is centred, in a workspace within its pane. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, description, children, actions, busy = false } = props;
  const { t } = useTranslation();
  const inWorkspace = useContext(WorkspaceContext);
  const sheets = useContext(SheetsContext);
  const pane = inWorkspace ? sheets : null;
  const position = pane ? "absolute" : "fixed";
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (busy) details.cancel();
        else if (!next) onClose();
      }}
    >
      <Dialog.Portal container={pane ?? undefined}>
        <Dialog.Backdrop
          // A sheet over another dialog, such as the full-window chart, has a backdrop too.
          forceRender
          className={`${position} inset-0 z-40 bg-[#000]/50 transition-opacity duration-250 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0`}
        />
        <Dialog.Popup
          className={`${position} inset-x-0 bottom-0 z-50 mx-auto flex max-h-[min(92dvh,92%)] w-full max-w-[560px] flex-col rounded-t-[20px] bg-bg text-ink ring-1 ring-line transition-[transform,opacity] duration-250 ease-out data-ending-style:translate-y-full data-starting-style:translate-y-full wide:bottom-auto wide:top-1/2 wide:max-w-[440px] wide:-translate-y-1/2 wide:rounded-[20px] wide:data-ending-style:-translate-y-[46%] wide:data-ending-style:opacity-0 wide:data-starting-style:-translate-y-[46%] wide:data-starting-style:opacity-0`}
        >
          <div className="flex items-center gap-3 px-4 pt-4 pb-2">
            <Dialog.Title className="min-w-0 flex-1 break-keep text-title font-semibold wrap-anywhere">
              {title}
            </Dialog.Title>
            <Dialog.Close
              aria-label={t("action.close")}
              disabled={busy}
              className="-m-2.5 grid size-11 place-items-center rounded-control text-ink-2 disabled:opacity-45"
            >
              <X size={22} strokeWidth={1.75} aria-hidden />
            </Dialog.Close>
          </div>
          {description ? (
            <Dialog.Description className="px-4 pb-2 text-note text-ink-2">
              {description}
            </Dialog.Description>
          ) : null}
          <div className="overflow-y-auto px-4 pb-4">{children}</div>
          {actions ? (
            <div className="pb-safe">
              <div className="flex gap-2.5 px-4 pt-1 pb-4 *:px-3">{actions}</div>
            </div>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
