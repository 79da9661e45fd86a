import { useState } from "react";
import { isUnderWay } from "@/api/moneyAction";
import { type Unanswered, unansweredChanges, unansweredOf } from "@/api/unanswered";
import { useSession } from "@/session";
import { useStore } from "@/store";
// Loaded with the screen: an answer is lost where there is no network, and a file could not be loaded then either.
import { UnansweredRows } from "./UnansweredRows";

interface ListProps {
  customer: string;
  /** True for an action that the screen itself shows. */
  except?: ((entry: Unanswered) => boolean) | undefined;
}

function List({ customer, except }: ListProps) {
  useStore(unansweredChanges);
  const [openedAt] = useState(Date.now);
  const [asked, setAsked] = useState<readonly Unanswered[]>([]);
  const forget = ({ key }: Unanswered) =>
    setAsked((before) => before.filter((entry) => entry.key !== key));
  // An action just sent from this screen is shown by the screen.
  const isOwn = ({ key, since }: Unanswered) => isUnderWay(key) && since >= openedAt;
  const waiting = unansweredOf(customer)
    .list()
    .filter((entry) => !except?.(entry) && !isOwn(entry));
  const answered = asked.filter(({ key }) => !waiting.some((entry) => entry.key === key));
  const rows = [...waiting, ...answered].sort((a, b) => a.since - b.since);
  if (rows.length === 0) return null;
  return (
    <UnansweredRows
      rows={rows}
      onAsk={(entry) => {
        forget(entry);
        setAsked((before) => [...before, entry]);
      }}
      onRead={forget}
    />
  );
}

/**
 * All unanswered actions of the customer, sent from any screen, each with a button to learn its outcome: it sends the
 * same body under the same key, which the server carries out at most once.
 */
export function UnansweredActions({ except }: Pick<ListProps, "except">) {
  const customer = useSession()?.user.id;
  return customer ? <List key={customer} customer={customer} except={except} /> : null;
}
