import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useColorRevision } from "@/ui/theme";
import type { EquityPoint } from "./equity";
import { EquityDrawing } from "./equityDrawing";

interface EquityChartProps {
  points: EquityPoint[];
  /** Describes the curve for screen readers. */
  label: string;
  /** False while the customer hides amounts: the curve has no scale. */
  figures: boolean;
}

/** The curve on its canvas. */
export default function EquityChart({ points, label, figures }: EquityChartProps) {
  const { i18n } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<EquityDrawing>(null);
  const colors = useColorRevision();

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours need a new drawing
  useEffect(() => {
    if (!host.current) return;
    const created = new EquityDrawing(host.current, i18n.language, figures);
    drawing.current = created;
    return () => created.remove();
  }, [i18n.language, colors, figures]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => drawing.current?.show(points), [points, i18n.language, colors, figures]);

  return <div ref={host} role="img" aria-label={label} className="h-[260px]" />;
}
