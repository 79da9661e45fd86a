/** A refusal that concerns no single field. It is shown above the form's action. */
export function FormError({ text }: { text?: string }) {
  if (!text) return null;
  return (
    <p role="alert" className="px-1 text-small text-danger">
      {text}
    </p>
  );
}
