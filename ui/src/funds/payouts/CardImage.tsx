import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { TypedPayout } from "@/api/payouts";
import { PictureField } from "@/files/PictureField";

/** A picture of the card, for tracing a payment. */
export function CardImage({ form }: { form: UseFormReturn<TypedPayout> }) {
  const { t } = useTranslation("withdrawals");
  return (
    <Controller
      name="image"
      control={form.control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <PictureField
          ref={ref}
          label={t("image.label")}
          value={value || null}
          onChange={(file) => onChange(file ?? "")}
          hint={t("image.hint")}
          error={error?.message}
          camera
        />
      )}
    />
  );
}
