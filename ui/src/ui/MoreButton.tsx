import { useTranslation } from "react-i18next";
import { Button } from "./Button";

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Reads the next page of a list; absent at its end. */
export function MoreButton({ query }: MoreButtonProps) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-3 flex">
      <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {t("action.more")}
      </Button>
    </div>
  );
}
