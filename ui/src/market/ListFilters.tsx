import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Chips, Segmented } from "@/ui";
import { listTypes, type Wanted } from "./lists";
import { partName, partsLabel } from "./partName";
import { partsOf } from "./parts";
import { SortChip } from "./SortChip";

interface ListFiltersProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
  /** What stands across from the order. */
  end?: ReactNode;
}

/** How a list is ordered and which part of it is shown. */
export function ListFilters({ wanted, onShow, end }: ListFiltersProps) {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const { assets, type, part } = wanted;
  const parts = partsOf(assets);
  return (
    <>
      <Segmented
        label={t("list.label")}
        value={type}
        onChange={(next) => onShow({ ...wanted, type: next })}
        choices={(["all", ...listTypes] as const).map((value) => ({
          value,
          label: t(`list.${value}`),
        }))}
      />
      <div className="mt-1 flex items-center justify-between empty:hidden">
        <SortChip wanted={wanted} onShow={onShow} />
        {end}
      </div>
      {parts.length > 0 ? (
        <Chips
          label={partsLabel(kinds, assets)}
          className="mt-2"
          value={part}
          onChange={(next) => onShow({ ...wanted, part: next })}
          choices={(["", ...parts] as const).map((value) => ({
            value,
            label: partName(kinds, value, assets),
          }))}
        />
      ) : null}
    </>
  );
}
