/** More figures than a chart's scales show at a time. */
const KEPT = 1_000;

/** Caches the texts of figures: a chart asks for all its labels in every frame. */
export function remembered(write: (figure: number) => string): (figure: number) => string {
  const written = new Map<number, string>();
  return (figure) => {
    const known = written.get(figure);
    if (known !== undefined) return known;
    if (written.size >= KEPT) written.clear();
    const text = write(figure);
    written.set(figure, text);
    return text;
  };
}
