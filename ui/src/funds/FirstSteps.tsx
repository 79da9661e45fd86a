import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import { storageOf } from "@/customerStorage";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, Card, IconButton } from "@/ui";
import { RiseColorQuestion } from "@/ui/RiseColorQuestion";
import { StepLine, useStepTitle } from "./StepLine";
import { nextStep, type Step, steps } from "./steps";
import { useWallets } from "./wallets";

const DISMISSED_KEY = "firstSteps";

const ADDRESSES: Record<Step, string> = {
  deposit: to("deposit"),
  transfer: to("transfer", { from: "BALANCE", to: "STOCK" }),
  trade: to("popular"),
};

/** Each customer of the device dismisses the steps separately. */
function useDismissal() {
  const customer = useSession()?.user.id;
  const storage = storageOf(customer);
  const [dismissedBy, setDismissedBy] = useState<string>();
  const dismiss = () => {
    storage.set(DISMISSED_KEY, "done");
    setDismissedBy(customer);
  };
  const justDismissed = customer !== undefined && dismissedBy === customer;
  return { dismissed: justDismissed || storage.get(DISMISSED_KEY) === "done", dismiss };
}

interface FirstStepsProps {
  dismissible?: boolean;
  /** Content shown after the steps. */
  children?: ReactNode;
}

/** Guides a newcomer from an empty account to a first share; gone once that is bought. */
export default function FirstSteps({ dismissible = false, children }: FirstStepsProps) {
  const { t } = useTranslation(["funds", "common"]);
  const { open } = useNavigation();
  const titleOf = useStepTitle();
  const wallets = useWallets().data;
  const overview = useQuery(fundingOverview).data;
  const { dismissed, dismiss } = useDismissal();
  if (!wallets || !overview || (dismissible && dismissed)) return null;
  const next = nextStep(wallets, overview.marketValue);
  if (!next) return null;
  const position = steps.indexOf(next);
  return (
    <Card className="mt-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-title font-semibold">{t("funds:steps.title")}</h2>
        {dismissible ? (
          <IconButton label={t("common:action.close")} onClick={dismiss}>
            <X size={18} aria-hidden className="text-ink-2" />
          </IconButton>
        ) : null}
      </div>
      <RiseColorQuestion />
      <ol className="mt-1 mb-2">
        {steps.map((step, index) => (
          <StepLine
            key={step}
            title={titleOf(step)}
            text={t(`funds:steps.${step}Text`)}
            number={index + 1}
            state={index < position ? "done" : index === position ? "next" : "later"}
          />
        ))}
      </ol>
      <Button onClick={() => open(ADDRESSES[next])} className="w-full">
        {t(`funds:steps.${next}Action`)}
      </Button>
      {children}
    </Card>
  );
}
