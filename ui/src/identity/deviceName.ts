/** The order matters, since each browser also names its predecessors. */
const PROGRAMS: [RegExp, string][] = [
  [/^plumbline-shell\//, "Plumbline"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/MicroMessenger\//, "WeChat"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const firstMatch = (text: string, table: [RegExp, string][]) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/**
 * A client's User-Agent in familiar words: "Chrome · Windows". An unknown one keeps its own first words, and an empty
 * one gives null.
 */
export function deviceName(userAgent: string): string | null {
  const names = [firstMatch(userAgent, PROGRAMS), firstMatch(userAgent, SYSTEMS)];
  return names.filter(Boolean).join(" · ") || userAgent.trim().slice(0, 40) || null;
}
