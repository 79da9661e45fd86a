import { useQuery } from "@tanstack/react-query";
import { Landmark, WalletMinimal } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutKind } from "@/api/payouts";
import type { SentCurrency } from "@/api/usable";
import { usable } from "@/api/usable";
import { PayPasswordFirst } from "@/money/PayPasswordFirst";
import { PayPasswordSheet } from "@/money/PayPasswordSheet";
import { to } from "@/screens";
import { Button, EmptyState, FormError, LinkButton, Page, QueryView, TopBar } from "@/ui";
import { ColumnActions } from "@/ui/Column";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { useCustomer } from "@/ui/RequireSession";
import { LockNotice } from "../withdrawals/LockNotice";
import { WaitNotice } from "../withdrawals/WaitNotice";
import { BankFields } from "./BankFields";
import { payouts } from "./calls";
import { payoutName } from "./names";
import { type PayoutForm, usePayoutForm } from "./usePayoutForm";
import { WalletFields } from "./WalletFields";
import { WrongFields } from "./WrongFields";

const FORM = "payout";

interface ConfirmProps {
  payoutForm: PayoutForm;
  saved: Payout | undefined;
}

/** Asks for the pay password: both passwords protect where money can be sent. */
function Confirm({ payoutForm, saved }: ConfirmProps) {
  const { t } = useTranslation(["withdrawals", "common"]);
  const { asked, close, busy, refusal, confirm } = payoutForm;
  const deletes = asked === "delete";
  return (
    <PayPasswordSheet
      open={asked !== null}
      onClose={close}
      title={t(deletes ? "withdrawals:account.deleteQuestion" : "withdrawals:account.saveQuestion")}
      label={t(deletes ? "common:action.delete" : "common:action.save")}
      action={{ busy, refusal }}
      onConfirm={confirm}
    >
      {saved ? <p className="text-note font-medium">{payoutName(saved)}</p> : null}
      <p className="text-note text-ink-2">
        {t(deletes ? "withdrawals:account.deleteText" : "withdrawals:account.mailed")}
      </p>
    </PayPasswordSheet>
  );
}

interface FormProps {
  kind: PayoutKind;
  saved: Payout | undefined;
  sent: readonly SentCurrency[] | null;
}

function PayoutFormPage({ kind, saved, sent }: FormProps) {
  const { t } = useTranslation(["withdrawals", "common"]);
  const payoutForm = usePayoutForm(kind, saved, sent ?? []);
  const { form, submit, askToDelete } = payoutForm;
  const { errors, isDirty, submitCount } = form.formState;
  const summary = useRef<HTMLDivElement>(null);
  const isWrong = Object.keys(errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try that was refused shows what is wrong anew
  useEffect(() => {
    if (isWrong) summary.current?.scrollIntoView?.({ block: "start" });
  }, [submitCount, isWrong]);
  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          <Button type="submit" form={FORM} disabled={saved && !isDirty}>
            {t("common:action.save")}
          </Button>
        </ColumnActions>
      }
    >
      <form
        id={FORM}
        onSubmit={submit}
        noValidate
        className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-2"
      >
        <div ref={summary} className="scroll-mt-2 empty:hidden">
          <WrongFields form={form} />
        </div>
        {saved?.lockedUntil ? (
          <LockNotice lock={{ name: "new_address", until: saved.lockedUntil }} />
        ) : (
          <WaitNotice after="account" />
        )}
        {kind === "card" ? (
          <BankFields payoutForm={payoutForm} saved={saved} />
        ) : (
          <WalletFields payoutForm={payoutForm} sent={sent} saved={saved} />
        )}
        <p className="px-1 text-small text-ink-2">{t("withdrawals:kept")}</p>
        <FormError text={errors.root?.message} />
      </form>
      {saved ? (
        <div className="mx-auto mt-4 flex w-full max-w-[480px]">
          <Button look="plain" onClick={askToDelete} className="text-danger!">
            {t("withdrawals:account.delete")}
          </Button>
        </div>
      ) : null}
      <Confirm payoutForm={payoutForm} saved={saved} />
    </Page>
  );
}

function Gone() {
  const { t } = useTranslation("withdrawals");
  return (
    <EmptyState
      icon={Landmark}
      text={t("account.gone")}
      action={<LinkButton href={to("payouts")}>{t("accounts.title")}</LinkButton>}
    />
  );
}

function NoCoins() {
  const { t } = useTranslation("withdrawals");
  return <EmptyState icon={WalletMinimal} text={t("account.noCoins")} />;
}

interface PayoutPageProps {
  kind: PayoutKind;
  /** The saved account to change; without one, a new one is added. */
  id: string | undefined;
}

/** Adds, changes or deletes an account for withdrawals, each confirmed by the pay password. */
export function PayoutPage({ kind, id }: PayoutPageProps) {
  const { payPasswordSet } = useCustomer();
  const query = useQuery({ ...payouts, enabled: id !== undefined });
  const whatIsSent = useQuery(usable);
  const saved = query.data?.find((payout) => payout.id === id && payout.kind === kind);
  // Only the server knows the available coins. A new address needs one of them; a saved one has its own, and opens even
  // if they are unknown. A bank account does not depend on them.
  const sent = whatIsSent.data?.sent ?? null;
  const hasCoins = sent?.some((way) => way.kind === "wallet");
  const opens = kind === "card" || (saved ? whatIsSent.isFetched : hasCoins);
  const isThere = id === undefined || saved !== undefined;
  if (payPasswordSet && isThere && opens) {
    return <PayoutFormPage key={id} kind={kind} saved={saved} sent={sent} />;
  }
  return (
    <Page top={<TopBar />}>
      {!payPasswordSet ? (
        <PayPasswordFirst />
      ) : isThere ? (
        <QueryView query={whatIsSent} skeleton={<FormSkeleton fields={4} />}>
          {() => <NoCoins />}
        </QueryView>
      ) : (
        <QueryView query={query} skeleton={<FormSkeleton fields={4} />}>
          {() => <Gone />}
        </QueryView>
      )}
    </Page>
  );
}
