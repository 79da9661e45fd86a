import { type Control, Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PictureField } from "@/files/PictureField";

/** A picture of the payment, which helps its review along. */
export function ProofField({ control }: { control: Control<{ amount: string; proof: string }> }) {
  const { t } = useTranslation("files");
  return (
    <Controller
      name="proof"
      control={control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <PictureField
          ref={ref}
          label={t("proof")}
          value={value || null}
          onChange={(file) => onChange(file ?? "")}
          hint={t("proofHint")}
          error={error?.message}
        />
      )}
    />
  );
}
