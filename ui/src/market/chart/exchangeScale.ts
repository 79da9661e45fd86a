import { defaultHorzScaleBehavior, type TimeMark, type UTCTimestamp } from "lightweight-charts";
import { offsetAt } from "./tradingDay";

type Behavior = InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>;
type Points = Parameters<Behavior["fillWeightsForPoints"]>[0];

/**
 * A time scale whose days, months and years are the exchange's: the library's are UTC's. Its dates are never cut at an
 * edge, wherever the chart is panned.
 */
export function exchangeScale(timeZone: string): Behavior {
  const Scale = defaultHorzScaleBehavior();
  return new (class extends Scale {
    override fillWeightsForPoints(points: Points, from: number): void {
      const there = points.map((point) => {
        const second = Number(this.key(point.time));
        const there = second + offsetAt(second * 1_000, timeZone) / 1_000;
        const time = this.convertHorzItemToInternal(there as UTCTimestamp);
        return { ...point, time };
      });
      super.fillWeightsForPoints(there, from);
      for (const [index, { timeWeight }] of there.entries()) {
        const point = points[index];
        if (point) point.timeWeight = timeWeight;
      }
    }

    /** The library calls this before it writes the marks, and moves aligned ones inward from the edges. */
    override maxTickMarkWeight(marks: TimeMark[]) {
      for (const mark of marks) mark.needAlignCoordinate = true;
      return super.maxTickMarkWeight(marks);
    }
  })();
}
