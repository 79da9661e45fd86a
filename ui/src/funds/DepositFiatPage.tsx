import { ChannelScreen } from "./ChannelScreen";

/** Deposits money of a bank account. */
export default function DepositFiatPage() {
  return <ChannelScreen kind="fiat">{() => null}</ChannelScreen>;
}
