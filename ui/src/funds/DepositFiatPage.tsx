import { useTranslation } from "react-i18next";
import { ChannelScreen } from "./ChannelScreen";

/** Deposits money of a bank account. */
export default function DepositFiatPage() {
  const { t } = useTranslation("funds");
  return (
    <ChannelScreen kind="fiat" title={t("deposit.channel.fiat")}>
      {() => null}
    </ChannelScreen>
  );
}
