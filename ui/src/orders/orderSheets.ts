// Loaded together: whoever changes an order may cancel it.
export { AmendSheet } from "./AmendSheet";
export { CancelSheet } from "./CancelSheet";
