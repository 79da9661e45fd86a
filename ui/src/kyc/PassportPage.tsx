import { DocumentPage } from "./DocumentPage";

/** Verifies the customer's identity by a passport. */
export default function PassportPage() {
  return <DocumentPage document="passport" />;
}
