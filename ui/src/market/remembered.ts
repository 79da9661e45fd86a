/** More figures than a chart's scales show in a while. */
const KEPT = 1_000;

/** A way to write figures that writes each once: a chart asks for all of its labels in every frame. */
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
