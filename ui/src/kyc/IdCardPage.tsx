import { DocumentPage } from "./DocumentPage";

/** Verifies the customer's identity by an ID card. */
export default function IdCardPage() {
  return <DocumentPage document="idCard" />;
}
