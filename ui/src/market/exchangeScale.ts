import { defaultHorzScaleBehavior, type UTCTimestamp } from "lightweight-charts";
import { zoneOffset } from "@/ui/time";

const HOUR_S = 3_600;

type Behavior = InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>;
type Points = Parameters<Behavior["fillWeightsForPoints"]>[0];

/** A time scale whose days, months and years begin with those of the exchange: the library's begin with UTC's. */
export function exchangeScale(timeZone: string): Behavior {
  const offsets = new Map<number, number>();
  const offsetAt = (second: number) => {
    const hour = Math.floor(second / HOUR_S);
    const known = offsets.get(hour) ?? zoneOffset(hour * HOUR_S * 1_000, timeZone) / 1_000;
    offsets.set(hour, known);
    return known;
  };
  const Scale = defaultHorzScaleBehavior();
  return new (class extends Scale {
    override fillWeightsForPoints(points: Points, from: number): void {
      const there = points.map((point) => {
        const second = Number(this.key(point.time));
        const time = this.convertHorzItemToInternal((second + offsetAt(second)) as UTCTimestamp);
        return { ...point, time };
      });
      super.fillWeightsForPoints(there, from);
      for (const [index, { timeWeight }] of there.entries()) {
        const point = points[index];
        if (point) point.timeWeight = timeWeight;
      }
    }
  })();
}
