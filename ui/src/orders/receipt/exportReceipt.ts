import type { Receipt } from "@/api/receipt";
import { platform } from "@/platform";

/** Exports the receipt as a file, exactly as the server sent it, and marked if it is paper. */
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
