import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, ErrorState, LinkButton } from "@/ui";
import { HoldingCard } from "./HoldingCard";
import { holdings } from "./queries";

interface HoldingsProps {
  /** What a customer who holds nothing yet may look at. */
  suggestions?: ReactNode;
}

/** Everything that is held. */
export function Holdings({ suggestions }: HoldingsProps) {
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
        {suggestions}
      </>
    );
  }
  return data.map((position) => <HoldingCard key={position.id} position={position} />);
}
