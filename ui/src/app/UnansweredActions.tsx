import { Suspense, useState } from "react";
import { isUnderWay } from "@/api/moneyAction";
import { type Unanswered, unansweredChanges, unansweredOf } from "@/api/unanswered";
import { useSession } from "@/session";
import { useStore } from "@/store";
import { UnansweredRows } from "./UnansweredRows";

interface ListProps {
  customer: string;
  /** The key of an action that the screen itself tells of. */
  except?: string;
}

function List({ customer, except }: ListProps) {
  useStore(unansweredChanges);
  const [openedAt] = useState(Date.now);
  const [asked, setAsked] = useState<readonly Unanswered[]>([]);
  const forget = ({ key }: Unanswered) =>
    setAsked((before) => before.filter((entry) => entry.key !== key));
  // What the screen itself has just sent, it tells of itself.
  const isOwn = ({ key, since }: Unanswered) => isUnderWay(key) && since >= openedAt;
  const waiting = unansweredOf(customer)
    .list()
    .filter((entry) => entry.key !== except && !isOwn(entry));
  const answered = asked.filter(({ key }) => !waiting.some((entry) => entry.key === key));
  const rows = [...waiting, ...answered].sort((a, b) => a.since - b.since);
  if (rows.length === 0) return null;
  return (
    <Suspense>
      <UnansweredRows
        rows={rows}
        onAsk={(entry) => {
          forget(entry);
          setAsked((before) => [...before, entry]);
        }}
        onRead={forget}
      />
    </Suspense>
  );
}

/**
 * What the customer has sent and got no answer to, wherever it was sent from, with the way to find out what came of it:
 * the very same is sent once more under its own key, which the server carries out once at most.
 */
export function UnansweredActions({ except }: { except?: string }) {
  const customer = useSession()?.user.id;
  return customer ? <List key={customer} customer={customer} except={except} /> : null;
}
