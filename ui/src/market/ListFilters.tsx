import { useTranslation } from "react-i18next";
import { Chips, Segmented } from "@/ui";
import { listTypes, PARTS, type Wanted } from "./lists";
import { partName } from "./partName";

interface ListFiltersProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
}

/** How a list is ordered and which part of it is shown. */
export function ListFilters({ wanted, onShow }: ListFiltersProps) {
  const { t } = useTranslation("market");
  const { assets, type, part } = wanted;
  const parts = PARTS[assets];
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
      {parts.length > 0 ? (
        <Chips
          label={t(assets === "forex" ? "pairs.label" : "exchange.label")}
          className="mt-2"
          value={part}
          onChange={(next) => onShow({ ...wanted, part: next })}
          choices={(["", ...parts] as const).map((value) => ({
            value,
            label: partName(t, value, assets),
          }))}
        />
      ) : null}
    </>
  );
}
