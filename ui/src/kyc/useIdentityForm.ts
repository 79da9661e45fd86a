import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { families } from "@/api/keys";
import { type DocumentKind, type Identity, refusedPart } from "@/api/kyc";
import { newKey } from "@/api/moneyAction";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { sendIdentity } from "./calls";
import { type Draft, emptyDraft, forgetDraft, keepDraft, readDraft } from "./draft";
import { areWhole, linesOf } from "./lines";

/** The parts of each document, in the order of the form. */
export const PARTS: Record<DocumentKind, readonly (keyof Draft)[]> = {
  idCard: ["country", "lastName", "firstName", "cardNumber", "birthday", "front", "back"],
  passport: ["country", "lastName", "firstName", "passportNumber", "lines", "page"],
};

/** True for countries whose ID card number contains the birthday (GB 11643). */
export const saysBirthday = (country: string) => country === "CN";

export const isAsked = (part: keyof Draft, { country }: Draft) =>
  part !== "birthday" || !saysBirthday(country);

function identityOf(document: DocumentKind, typed: Draft): Identity {
  const { country, firstName, lastName } = typed;
  const person = { document, country, firstName, lastName };
  if (document === "passport") {
    const { passportNumber: number, page: front } = typed;
    return { ...person, number, birthday: "", lines: linesOf(typed.lines), front, back: null };
  }
  const { cardNumber: number, front, back } = typed;
  const birthday = isAsked("birthday", typed) ? typed.birthday : "";
  return { ...person, number, birthday, lines: [], front, back };
}

/** The form's field for a refused part of a document. */
function formPart(document: DocumentKind, part: keyof Identity | null): keyof Draft | null {
  if (part === "number") return document === "passport" ? "passportNumber" : "cardNumber";
  if (part === "front") return document === "passport" ? "page" : "front";
  return part === "document" ? null : part;
}

/**
 * The key for sending one document until it is answered. Like the document, it stays in memory only: a money action
 * would be kept on the device with its body, and a passport must not be.
 */
function useKey() {
  const sent = useRef({ body: "", key: "" });
  return (identity: Identity) => {
    const body = JSON.stringify(identity);
    if (sent.current.body !== body) sent.current = { body, key: newKey() };
    return sent.current.key;
  };
}

/** The form that sends a document, and keeps its input until then. */
export function useIdentityForm(document: DocumentKind) {
  const { t } = useTranslation("kyc");
  const client = useQueryClient();
  const { returnTo } = useNavigation();
  const keyOf = useKey();
  const resolver: Resolver<Draft> = (typed) => {
    const wrong = (part: keyof Draft) => {
      if (typed[part].trim() === "") return t(`missing.${part}`);
      return part === "lines" && !areWhole(typed.lines) ? t("lines.short") : null;
    };
    const found = PARTS[document]
      .filter((part) => isAsked(part, typed))
      .flatMap((part) => {
        const message = wrong(part);
        return message ? [[part, { type: "required", message }] as const] : [];
      });
    return found.length === 0
      ? { values: typed, errors: {} }
      : { values: {}, errors: Object.fromEntries(found) };
  };
  const form = useForm<Draft>({ defaultValues: readDraft(), resolver, shouldFocusError: false });
  useEffect(() => {
    const { unsubscribe } = form.watch((typed) => keepDraft({ ...emptyDraft, ...typed }));
    return unsubscribe;
  }, [form]);
  const sending = useMutation({
    mutationFn: (typed: Draft) => {
      const identity = identityOf(document, typed);
      return sendIdentity(identity, keyOf(identity));
    },
    // The cache must not keep the document's data.
    gcTime: 0,
    meta: { quiet: true },
    onSuccess: async () => {
      forgetDraft();
      await client.invalidateQueries({ queryKey: families.identity });
      returnTo(to("kyc"));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const part = formPart(document, refusedPart(error));
      const refusal = { type: error.error, message: error.msg };
      if (part) form.setError(part, refusal);
      else form.setError("root", refusal);
      void client.invalidateQueries({ queryKey: families.identity });
    },
  });
  return {
    form,
    submit: form.handleSubmit((typed) => sending.mutate(typed)),
    busy: sending.isPending,
    /** True if it was sent without an answer: sending it again is safe. */
    unanswered: sending.isError && !(sending.error instanceof ApiError),
  };
}
