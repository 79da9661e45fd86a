import { useMutation } from "@tanstack/react-query";
import { Download, Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WalletType } from "@/api/funds";
import { isOpened } from "@/api/wallets";
import { Chips, IconButton, useDebounced } from "@/ui";
import { FilterButton } from "@/ui/FilterButton";
import { BillExportSheet } from "./BillExportSheet";
import { BillFilterSheet } from "./BillFilterSheet";
import { exportBill } from "./bill";
import { type BillChoice, hiddenChoices } from "./billChoice";
import { useWallets } from "./wallets";

const PAUSE_MS = 300;

interface BillHeadProps {
  choice: BillChoice;
  onChoose: (choice: BillChoice) => void;
}

/** The search text: the bill is read after a pause in typing. */
function SearchField({ choice, onChoose }: BillHeadProps) {
  const { t } = useTranslation(["bills", "common"]);
  const [typed, setTyped] = useState(choice.keyword ?? "");
  const keyword = useDebounced(typed.trim(), PAUSE_MS) || undefined;
  const [known, setKnown] = useState(choice.keyword);
  if (known !== choice.keyword) {
    setKnown(choice.keyword);
    // The text was changed elsewhere, for example by removing all filters.
    if (choice.keyword !== keyword) setTyped(choice.keyword ?? "");
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what else is chosen meanwhile is no reason to choose again
  useEffect(() => {
    if (keyword !== choice.keyword) onChoose({ ...choice, keyword });
  }, [keyword]);
  return (
    <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 focus-within:border-ink">
      <Search size={18} className="shrink-0 text-ink-2" aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        aria-label={t("bills:search")}
        placeholder={t("bills:searchHint")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="w-full min-w-0 bg-transparent text-body outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {typed ? (
        <IconButton label={t("common:action.clear")} onClick={() => setTyped("")}>
          <X size={18} aria-hidden />
        </IconButton>
      ) : null}
    </label>
  );
}

/** Chooses the account: one, or all. */
function WalletChips({ choice, onChoose }: BillHeadProps) {
  const { t } = useTranslation(["funds", "common"]);
  const { data } = useWallets();
  const opened = (data ?? []).filter((wallet) => isOpened(wallet) || wallet.type === choice.wallet);
  return (
    <Chips<WalletType | "">
      label={t("funds:bill.filter")}
      value={choice.wallet ?? ""}
      onChange={(wallet) => onChoose({ ...choice, wallet: wallet || undefined })}
      choices={[
        { value: "", label: t("common:action.all") },
        ...opened.map(({ type }) => ({ value: type, label: t(`funds:wallet.${type}`) })),
      ]}
    />
  );
}

/** The filters of the bill: text, account, and a sheet with the others; and its export to a file. */
export function BillHead(props: BillHeadProps) {
  const { choice, onChoose } = props;
  const { t } = useTranslation("bills");
  const [opened, setOpened] = useState<"filter" | "export">();
  const close = () => setOpened(undefined);
  // A refusal is shown as for every action of a customer (`app/queryClient.ts`).
  const exporting = useMutation({ mutationFn: exportBill });
  const set = hiddenChoices(choice);
  return (
    <>
      <div className="flex items-center gap-5">
        <SearchField {...props} />
        <FilterButton
          label={set > 0 ? t("filterOn", { number: set }) : t("filter")}
          isSet={set > 0}
          onClick={() => setOpened("filter")}
        />
        <IconButton
          label={t("export")}
          disabled={exporting.isPending}
          onClick={() => setOpened("export")}
        >
          <Download size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <WalletChips {...props} />
      {exporting.isPending ? (
        <p role="status" className="pb-1 text-small text-ink-2">
          {t("exporting")}
        </p>
      ) : null}
      {opened === "filter" ? (
        <BillFilterSheet choice={choice} onChoose={onChoose} onClose={close} />
      ) : null}
      {opened === "export" ? (
        <BillExportSheet
          choice={choice}
          onExport={(as) => exporting.mutate({ choice, as })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
