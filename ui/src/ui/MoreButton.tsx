import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Button } from "./Button";
import { type PagedQuery, useNextPage } from "./useNextPage";

/** The end of a list whose next page failed to load: the rows above stay, and a button retries. */
export function NextPageError({ query }: { query: PagedQuery }) {
  const { t } = useTranslation();
  const { error } = query;
  return (
    <div role="alert" className="flex items-center justify-between gap-3 py-3">
      <p className="text-small text-ink-2">
        {error instanceof ApiError && error.msg ? error.msg : t("error.more")}
      </p>
      <Button
        look="ghost"
        className="flex-none"
        busy={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {t("action.tryAgain")}
      </Button>
    </div>
  );
}

/** Loads the next page of a list; absent on the last page. */
export function MoreButton({ query }: { query: PagedQuery }) {
  const { t } = useTranslation();
  const { refused } = useNextPage(query);
  if (refused) return <NextPageError query={query} />;
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-3 flex">
      <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {t("action.more")}
      </Button>
    </div>
  );
}
