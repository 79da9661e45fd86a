import { encode } from "uqr";

/** Width of the light margin around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code. It is black on white in the dark theme too, since not every reader takes the reverse. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full rounded-card bg-[#fff]"
    >
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
