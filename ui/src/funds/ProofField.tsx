import { type Control, Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PictureField } from "@/files/PictureField";

interface ProofFieldProps {
  control: Control<{ amount: string; proof: string }>;
  /** It is what the deposit is credited for, and not only a help. */
  isCertificate: boolean;
  /** Told when the picture is on its way, and when it no longer is. */
  onSending: (isSending: boolean) => void;
}

/** A picture of the payment, which helps its review along, or of the bank's certificate. */
export function ProofField({ control, isCertificate, onSending }: ProofFieldProps) {
  const { t } = useTranslation("files");
  return (
    <Controller
      name="proof"
      control={control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <PictureField
          ref={ref}
          label={t(isCertificate ? "certificate" : "proof")}
          value={value || null}
          onChange={(file) => onChange(file ?? "")}
          hint={t(isCertificate ? "certificateHint" : "proofHint")}
          error={error?.message}
          camera={isCertificate}
          onSending={onSending}
        />
      )}
    />
  );
}
