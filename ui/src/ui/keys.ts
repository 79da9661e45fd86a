/**
 * True while an input method composes, when keys choose among its candidates. Safari ends the composition before the
 * event of the key that ended it, and marks that key with the code 229 (UI Events, "Legacy key attributes").
 */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;
