import { useTranslation } from "react-i18next";
import { Card } from "@/ui";
import { StepLine, useStepTitle } from "./StepLine";
import { steps } from "./steps";

/** Shows a visitor the steps to a first share. */
export function HowItWorks() {
  const { t } = useTranslation("funds");
  const titleOf = useStepTitle();
  const lines = [
    { title: t("steps.account"), text: t("steps.accountText") },
    ...steps.map((step) => ({ title: titleOf(step), text: t(`steps.${step}Text`) })),
  ];
  return (
    <Card className="mt-3">
      <h2 className="text-title font-semibold">{t("steps.how")}</h2>
      <ol className="mt-1 -mb-2">
        {lines.map((line, index) => (
          <StepLine
            key={line.title}
            {...line}
            number={index + 1}
            state={index === 0 ? "next" : "later"}
          />
        ))}
      </ol>
    </Card>
  );
}
