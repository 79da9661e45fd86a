import { useQuery } from "@tanstack/react-query";
import { receiptAddress } from "@/orders/FillList";
import { recentFills } from "@/orders/queries";
import { SampleReceiptPane } from "@/orders/sampleReceipt";
import { to } from "@/screens";
import { useSession } from "@/session";
import { DockedScreen } from "@/ui/DockedScreen";

/**
 * The context pane of the Account tab in a workspace: the newest receipt, and before the first one the deposit screen.
 */
export default function AccountContextPane() {
  const session = useSession();
  const { data, error } = useQuery({ ...recentFills, enabled: session !== null });
  if (!session) return <SampleReceiptPane />;
  if (!data && !error) return null;
  const newest = data?.[0];
  return <DockedScreen address={newest ? receiptAddress(newest) : to("deposit")} />;
}
