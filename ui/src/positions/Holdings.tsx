import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, ErrorState, LinkButton } from "@/ui";
import { Suggestions } from "@/watchlist/Suggestions";
import { HoldingCard } from "./HoldingCard";
import { holdings } from "./queries";

/** Everything that is held. */
export function Holdings() {
  const { t } = useTranslation("positions");
  const { data, error, isPending, refetch } = useQuery(holdings);
  if (isPending) return <CardSkeletons />;
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (!data?.length) {
    return (
      <>
        <EmptyState
          icon={Briefcase}
          text={t("empty")}
          action={<LinkButton href={to("search")}>{t("find")}</LinkButton>}
        />
        <Suggestions />
      </>
    );
  }
  return data.map((position) => <HoldingCard key={position.id} position={position} />);
}
