import { useTranslation } from "react-i18next";
import type { Sector, SectorStock, Sectors } from "@/api/sectors";
import { classOf, codeOf, quoteAddress } from "@/products";
import { formatCompact, SignedText } from "@/ui";
import { Link } from "@/ui/Link";

const CELL =
  "border-b border-line py-2.5 pl-3 text-right align-baseline whitespace-nowrap first:pl-0 first:text-left";

function StockLine({ stock }: { stock: SectorStock }) {
  const { i18n } = useTranslation();
  const instrument = { ...stock, assetClass: classOf(stock.market) };
  return (
    <tr>
      <th scope="row" className={`${CELL} w-full max-w-0 font-normal`}>
        <Link to={quoteAddress(instrument)} className="flex min-h-6 items-baseline gap-2">
          <span className="num font-medium">{codeOf(instrument)}</span>
          <span className="min-w-0 truncate text-small text-ink-2">{stock.name}</span>
        </Link>
      </th>
      <td className={CELL}>
        <SignedText value={stock.changePercent} percent />
      </td>
      <td className={`${CELL} num`}>{formatCompact(stock.turnover, i18n.language)}</td>
    </tr>
  );
}

function SectorPart({ sector }: { sector: Sector }) {
  const { t, i18n } = useTranslation("sectors");
  const { risen, fallen, unchanged } = sector;
  return (
    <tbody>
      <tr className="font-semibold">
        <th scope="rowgroup" className={`${CELL} w-full max-w-0 pt-5 text-left`}>
          <span className="block truncate">{sector.name}</span>
          <span className="num block truncate text-caption font-normal text-ink-2">
            {t("breadth", { risen, fallen, unchanged })}
          </span>
        </th>
        <td className={`${CELL} pt-5`}>
          <SignedText value={sector.changePercent} percent />
        </td>
        <td className={`${CELL} num pt-5`}>{formatCompact(sector.turnover, i18n.language)}</td>
      </tr>
      {sector.stocks.map((stock) => (
        <StockLine key={stock.symbol} stock={stock} />
      ))}
    </tbody>
  );
}

/** The map as a table: each industry with its most traded instruments. */
export function SectorTable({ sectors, currency, label }: Sectors & { label: string }) {
  const { t } = useTranslation("sectors");
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-note">
      <thead className="text-caption text-ink-2">
        <tr>
          <th scope="col" className={`${CELL} font-medium`}>
            {t("column.name")}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t("column.change")}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t("column.turnover", { currency })}
          </th>
        </tr>
      </thead>
      {sectors.map((sector) => (
        <SectorPart key={sector.key} sector={sector} />
      ))}
    </table>
  );
}
