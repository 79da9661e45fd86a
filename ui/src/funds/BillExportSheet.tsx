import { FileText, Sheet as Spreadsheet } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ListRow, Sheet } from "@/ui";
import type { BillFile } from "./bill";
import { type BillChoice, isWhole } from "./billChoice";

interface BillExportSheetProps {
  choice: BillChoice;
  onExport: (as: BillFile) => void;
  onClose: () => void;
}

/** Chooses the file format for the listed movements. */
export function BillExportSheet({ choice, onExport, onClose }: BillExportSheetProps) {
  const { t } = useTranslation("bills");
  const take = (as: BillFile) => () => {
    onExport(as);
    onClose();
  };
  const paper = isWhole(choice) ? "statement" : "list";
  return (
    <Sheet open onClose={onClose} title={t("export")} description={t("exportOf")}>
      <ListRow
        start={
          <FileText size={22} strokeWidth={1.75} className="shrink-0 text-ink-2" aria-hidden />
        }
        title={t(paper)}
        subtitle={t(`${paper}Text`)}
        onClick={take("pdf")}
      />
      <ListRow
        start={
          <Spreadsheet size={22} strokeWidth={1.75} className="shrink-0 text-ink-2" aria-hidden />
        }
        title={t("spreadsheet")}
        subtitle={t("spreadsheetText")}
        onClick={take("csv")}
      />
    </Sheet>
  );
}
