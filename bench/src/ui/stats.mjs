// Medians and verdicts, as the other benches print them (bench/src/stats.rs).

export const say = (line) => process.stdout.write(`${line}\n`);
export const sayProgress = (line) => process.stderr.write(`${line}\n`);

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of every figure of several rounds. */
export function medians(rounds) {
  const names = Object.keys(rounds[0]);
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((one) => one[name]))]));
}

function sayVerdict(what, value, sign, aim, isMet) {
  const figures = `${value.toFixed(2).padStart(8)}   aim ${sign} ${String(aim).padEnd(5)}`;
  say(`  ${what.padEnd(58)} ${figures} ${isMet ? "ok" : "MISSED"}`);
}

/** One line of the verdict: a ratio and its greatest allowed value. */
export const verdict = (what, value, aim) => sayVerdict(what, value, "≤", aim, value <= aim);

/** One line of the verdict: a ratio and its least allowed value. */
export const verdictAtLeast = (what, value, aim) => sayVerdict(what, value, "≥", aim, value >= aim);
