import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Wanted } from "@/choices/lists";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";
import { Field, QueryList, Sheet, SkeletonRows } from "@/ui";
import { InstrumentRow } from "../lists/InstrumentRow";
import { instrumentList } from "../lists/listQueries";

const COINS: Wanted = { assets: "crypto", type: "all", part: "" };

const holds = (text: string, part: string) => text.toLowerCase().includes(part);

/** All coins, narrowed by what is typed: a press opens one in place of the present one. */
export default function CoinSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("kinds");
  const [typed, setTyped] = useState("");
  const part = typed.trim().toLowerCase();
  return (
    <Sheet open onClose={onClose} title={t("desk.switch")}>
      <Field
        type="search"
        label={t("desk.find")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {/* The sheet keeps its height while the list becomes shorter. */}
      <div className="mt-2 min-h-[52dvh]">
        <QueryList
          query={useInfiniteQuery(instrumentList(COINS))}
          skeleton={<SkeletonRows rows={8} />}
        >
          {(rows) => {
            const found = rows.filter(
              ({ symbol, name }) => holds(symbol, part) || holds(name, part),
            );
            if (found.length === 0) {
              return <p className="py-6 text-center text-note text-ink-2">{t("desk.noCoin")}</p>;
            }
            return found.map((row) => (
              <InstrumentRow
                key={row.id}
                instrument={row}
                address={to("orderBook", instrumentQuery(row))}
                replace
                onOpen={onClose}
              />
            ));
          }}
        </QueryList>
      </div>
    </Sheet>
  );
}
