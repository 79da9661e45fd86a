export type Side = "front" | "back" | "page";

const LINE = { stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round" } as const;

/** The corners that the picture has to show. */
function Corners() {
  return (
    <path
      d="M14 30V18a4 4 0 0 1 4-4h12M130 14h12a4 4 0 0 1 4 4v12M146 70v12a4 4 0 0 1-4 4h-12M30 86H18a4 4 0 0 1-4-4V70"
      {...LINE}
      strokeWidth={3}
    />
  );
}

function Inside({ side }: { side: Side }) {
  if (side === "back") {
    return (
      <>
        <rect x="26" y="30" width="108" height="10" fill="currentColor" opacity={0.35} />
        <path d="M34 54h60M34 64h44M34 74h52" {...LINE} opacity={0.6} />
      </>
    );
  }
  return (
    <>
      <circle cx="48" cy="43" r="7" {...LINE} opacity={0.6} />
      <path d="M36 62c2-8 22-8 24 0" {...LINE} opacity={0.6} />
      <path d="M74 38h46M74 48h34M74 58h40" {...LINE} opacity={0.6} />
      {side === "page" ? (
        <path d="M32 70h96M32 76h96" {...LINE} strokeDasharray="3 4" opacity={0.8} />
      ) : (
        <path d="M74 68h26" {...LINE} opacity={0.6} />
      )}
    </>
  );
}

/** A drawing of a good picture of a document: all of it, with its four corners. */
export function CaptureGuide({ side }: { side: Side }) {
  return (
    <svg viewBox="0 0 160 100" fill="none" className="h-full w-full" aria-hidden="true">
      <rect x="26" y="22" width="108" height="60" rx="6" {...LINE} opacity={0.4} />
      <Inside side={side} />
      <Corners />
    </svg>
  );
}
