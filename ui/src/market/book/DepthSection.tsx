import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";
import { SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { useBook } from "../live";
import { Depth } from "./BookDepth";

/** Both sides of a coin's book, with a link to the screen that has it beside the chart. */
export default function DepthSection({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("kinds");
  const { data: book = instrument } = useBook(instrument);
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("orderBook", instrumentQuery(instrument))} className="-m-2 p-2">
            {t("depth.screen")}
          </Link>
        }
      >
        {t("depth.title")}
      </SectionTitle>
      <Depth instrument={instrument} book={book} />
    </section>
  );
}
