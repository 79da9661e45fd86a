import { type Control, Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PictureField } from "@/files/PictureField";

interface ProofFieldProps {
  control: Control<{ amount: string; proof: string }>;
  /** True if the picture is the basis of the credit, and not only a help. */
  isCertificate: boolean;
  /** Called when the upload of the picture starts and ends. */
  onSending: (isSending: boolean) => void;
}

/** A picture of the payment, which helps its review, or of the bank's certificate. */
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
