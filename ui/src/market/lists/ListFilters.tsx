import { useTranslation } from "react-i18next";
import { listTypes, type Wanted } from "@/choices/lists";
import { partsOf } from "@/choices/parts";
import { Chips } from "@/ui";
import { partName, partsLabel } from "./partName";
import { SortChip } from "./SortChip";

interface ListFiltersProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
}

/** The order and part of a list, in a line that scrolls sideways. */
export function ListFilters({ wanted, onShow }: ListFiltersProps) {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const { assets, type, part } = wanted;
  const parts = partsOf(assets);
  return (
    <div className="no-scrollbar -mx-4 -mt-1 flex items-center overflow-x-auto mask-r-from-[calc(100%-24px)] pr-6 pl-4">
      <SortChip wanted={wanted} onShow={onShow} />
      <Chips
        label={t("list.label")}
        className="shrink-0"
        value={type}
        onChange={(next) => onShow({ ...wanted, type: next })}
        choices={(["all", ...listTypes] as const).map((value) => ({
          value,
          label: t(`list.${value}`),
        }))}
      />
      {parts.length > 0 ? (
        <Chips
          quiet
          label={partsLabel(kinds, assets)}
          className="ml-2 shrink-0 border-l border-line pl-2"
          value={part}
          onChange={(next) => onShow({ ...wanted, part: next })}
          choices={(["", ...parts] as const).map((value) => ({
            value,
            label: partName(kinds, value, assets),
          }))}
        />
      ) : null}
    </div>
  );
}
