import type { Receipt } from "@/api/receipt";
import { platform } from "@/platform";

/** Hands the receipt out as a file, exactly as the server sent it, marked as paper where it is. */
export function exportReceipt(receipt: Receipt): Promise<void> {
  const mode = receipt.paper ? "paper" : "live";
  const content = JSON.stringify(
    { document: "plumbline.receipt", version: 1, mode, receipt: receipt.original },
    null,
    2,
  );
  const name = `plumbline-${mode}-receipt-${receipt.fill.id}.json`;
  return platform.saveFile(name, new Blob([content], { type: "application/json" }));
}
