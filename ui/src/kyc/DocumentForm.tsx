import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { DocumentKind, Kyc } from "@/api/kyc";
import { PictureField } from "@/files/PictureField";
import { Button, Field, FormError, Notice, Page, TopBar } from "@/ui";
import { ColumnActions } from "@/ui/Column";
import { fieldOf } from "@/ui/fieldOf";
import { CaptureGuide } from "./CaptureGuide";
import { CountryField } from "./CountryField";
import type { Draft } from "./draft";
import { LinesField } from "./LinesField";
import { PaperNotice } from "./PaperNotice";
import { isAsked, PARTS, useIdentityForm } from "./useIdentityForm";
import { WrongFields } from "./WrongFields";

const FORM = "document";

type IdentityForm = ReturnType<typeof useIdentityForm>["form"];

interface PartsProps {
  form: IdentityForm;
  document: DocumentKind;
}

function Country({ form }: { form: IdentityForm }) {
  return (
    <Controller
      name="country"
      control={form.control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <CountryField value={value} onChange={onChange} error={error?.message} ref={ref} />
      )}
    />
  );
}

function Names({ form, document }: PartsProps) {
  const { t } = useTranslation("kyc");
  const hint = document === "passport" ? t("names.passport") : t("names.idCard");
  return (
    <>
      <Field
        {...fieldOf(form, "lastName")}
        label={t("field.lastName")}
        autoComplete="family-name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <Field
        {...fieldOf(form, "firstName")}
        label={t("field.firstName")}
        hint={hint}
        autoComplete="given-name"
        autoCapitalize="words"
        spellCheck={false}
      />
    </>
  );
}

function Numbers({ form, document }: PartsProps) {
  const { t } = useTranslation("kyc");
  const number = document === "passport" ? "passportNumber" : "cardNumber";
  const asksBirthday = document === "idCard" && isAsked("birthday", form.watch());
  return (
    <>
      <Field
        {...fieldOf(form, number)}
        label={t(`field.${number}`)}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="[&_input]:font-mono"
      />
      {asksBirthday ? (
        <Field
          {...fieldOf(form, "birthday")}
          label={t("field.birthday")}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
        />
      ) : null}
      {document === "passport" ? (
        <Controller
          name="lines"
          control={form.control}
          render={({ field, fieldState: { error } }) => (
            <LinesField {...field} error={error?.message} />
          )}
        />
      ) : null}
    </>
  );
}

interface PicturesProps extends PartsProps {
  onSending: (part: keyof Draft, isSending: boolean) => void;
}

function Pictures({ form, document, onSending }: PicturesProps) {
  const { t } = useTranslation("kyc");
  const sides = document === "passport" ? (["page"] as const) : (["front", "back"] as const);
  return sides.map((side) => (
    <Controller
      key={side}
      name={side}
      control={form.control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <PictureField
          ref={ref}
          label={t(`field.${side}`)}
          value={value || null}
          onChange={(file) => {
            onChange(file ?? "");
            form.clearErrors(side);
          }}
          guide={<CaptureGuide side={side} />}
          hint={t("pictureHint")}
          error={error?.message}
          camera
          onSending={(isSending) => onSending(side, isSending)}
        />
      )}
    />
  ));
}

interface DocumentFormProps {
  document: DocumentKind;
  kyc: Kyc;
}

/** A document's data and pictures, to be sent for review. */
export function DocumentForm({ document, kyc }: DocumentFormProps) {
  const { t } = useTranslation(["kyc", "files"]);
  const { form, submit, busy, unanswered } = useIdentityForm(document);
  const { errors, submitCount } = form.formState;
  const [sending, setSending] = useState<readonly (keyof Draft)[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  const isWrong = Object.keys(errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try that was refused shows what is wrong anew
  useEffect(() => {
    if (isWrong && !busy) summary.current?.scrollIntoView({ block: "start" });
  }, [submitCount, busy, isWrong]);
  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          <Button
            type="submit"
            form={FORM}
            busy={busy}
            reason={sending.length > 0 ? t("files:sending") : null}
          >
            {t(unanswered ? "kyc:sendAgain" : "kyc:send")}
          </Button>
        </ColumnActions>
      }
    >
      <form
        id={FORM}
        onSubmit={submit}
        noValidate
        className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-1"
      >
        <div ref={summary} className="scroll-mt-2 empty:hidden">
          {/* A picture being uploaded is not missing. */}
          <WrongFields
            form={form}
            parts={PARTS[document].filter((part) => !sending.includes(part))}
          />
        </div>
        <PaperNotice kyc={kyc} />
        <Country form={form} />
        <Names form={form} document={document} />
        <Numbers form={form} document={document} />
        <Pictures
          form={form}
          document={document}
          onSending={(part, isSending) =>
            setSending((others) => [
              ...others.filter((other) => other !== part),
              ...(isSending ? [part] : []),
            ])
          }
        />
        <p className="px-1 text-small text-ink-2">{t("kyc:keptHere")}</p>
        <FormError text={errors.root?.message} />
        {unanswered ? <Notice tone="caution">{t("kyc:unanswered")}</Notice> : null}
      </form>
    </Page>
  );
}
