import { defaultHorzScaleBehavior, type TimeMark, type UTCTimestamp } from "lightweight-charts";
import { offsetAt } from "./tradingDay";

type Behavior = InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>;
type Points = Parameters<Behavior["fillWeightsForPoints"]>[0];

/**
 * A time scale whose days, months and years begin with those of the exchange: the library's begin with UTC's. No edge cuts
 * its dates, wherever the chart was panned to.
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

    /** The library asks before it writes the marks, and moves those inward that an edge would cut and that are told to align. */
    override maxTickMarkWeight(marks: TimeMark[]) {
      for (const mark of marks) mark.needAlignCoordinate = true;
      return super.maxTickMarkWeight(marks);
    }
  })();
}
