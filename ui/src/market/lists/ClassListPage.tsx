import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Wanted } from "@/choices/lists";
import { useNavigation, useScreenName } from "@/navigation";
import type { ClassListQuery } from "@/screenQueries";
import { screens, to } from "@/screens";
import { MarketSession } from "../MarketSession";
import { CoinRow } from "./CoinRow";
import { ListPane } from "./ListPane";
import { instrumentList } from "./listQueries";
import { listQueryOf, wantedOf } from "./useFilters";

/** Explains the readings beside a coin. */
function ReadingsNote() {
  const { t } = useTranslation("kinds");
  return (
    // A narrow pane of a workspace shows only the rows.
    <div className="@container shrink-0">
      <p className="mt-1.5 hidden max-w-[720px] pb-1.5 text-caption text-ink-2 @min-[320px]:block">
        {t("readings.meaning")}
      </p>
    </div>
  );
}

/** The list of one class of instruments, with its market's session. The screen determines the class. */
export default function ClassListPage(asked: ClassListQuery) {
  const { open } = useNavigation();
  const name = useScreenName() as "hongKong" | "forex" | "future" | "agricultural" | "crypto";
  const { assets = "usStock" } = screens[name];
  const wanted = wantedOf({ ...asked, assets });
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  const show = (next: Wanted) => open(to(name, listQueryOf(next)), { replace: true });
  return (
    <ListPane
      wanted={wanted}
      onShow={show}
      row={assets === "crypto" ? CoinRow : undefined}
      note={assets === "crypto" ? <ReadingsNote /> : null}
      head={
        <div className="flex min-h-6 items-center pb-1.5">
          {first ? <MarketSession of={first} /> : null}
        </div>
      }
    />
  );
}
