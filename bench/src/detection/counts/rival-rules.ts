import { median } from "../../../../functions/src/engine/stats/robust.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import { average as mean } from "../table.js";
import type { SimulatedEvent } from "./project.js";
import type { CountFinding, CountRule } from "./rules.js";

/** Tests every day on its own, as the tools below do. One finding per event: its strongest day. */
function perDayRule(
  name: string,
  score: (
    counts: readonly number[],
    days: readonly string[],
    i: number,
  ) => { strength: number; direction: -1 | 1 } | null,
): CountRule {
  const checkEvent = (
    { name: event, counts }: SimulatedEvent,
    days: readonly string[],
    windowDays: number,
  ): CountFinding[] => {
    let best: (CountFinding & { strength: number }) | null = null;
    for (let i = days.length - windowDays; i < days.length; i++) {
      const verdict = score(counts, days, i);
      if (verdict && (!best || verdict.strength > best.strength))
        best = { event, first: i, last: i, isAlert: true, ...verdict };
    }
    return best ? [best] : [];
  };
  return {
    name,
    judge: ({ days, events }, { checkBackDays }) => ({
      projectRows: 0,
      findings: events.flatMap((event) => checkEvent(event, days, checkBackDays)),
    }),
  };
}

/** The last day against the mean of the seven days before it, ±T%. */
const plainThreshold: CountRule = {
  name: "±T% against the last 7 days",
  judge: ({ days, events }, { thresholdPercent }) => ({
    projectRows: 0,
    findings: events.flatMap(({ name, counts }): CountFinding[] => {
      const last = days.length - 1;
      const expected = mean(counts.slice(-8, -1));
      const change = expected > 0 ? counts[last]! / expected - 1 : 0;
      if (Math.abs(change) < thresholdPercent / 100) return [];
      return [{ event: name, first: last, last, direction: change < 0 ? -1 : 1, isAlert: true }];
    }),
  }),
};

/** Elementary's default: 3 standard deviations over 14 days that contain the tested day itself. */
const elementaryRule = perDayRule("z-score 3, 14 days (Elementary's default)", (counts, _days, i) => {
  const training = counts.slice(Math.max(0, i - 13), i + 1);
  const average = mean(training);
  const deviation = Math.sqrt(
    training.reduce((sum, y) => sum + (y - average) ** 2, 0) / Math.max(1, training.length - 1),
  );
  if (deviation === 0) return null;
  const z = (counts[i]! - average) / deviation;
  return Math.abs(z) > 3 ? { strength: Math.abs(z), direction: z < 0 ? -1 : 1 } : null;
});

/** Robust z over the same weekday's days: 1.4826·MAD, bar 3.5. */
const weekdayMadRule = perDayRule("weekday median, 1.4826·MAD, 3.5", (counts, days, i) => {
  const same = counts.filter((_, j) => j < i && weekdayOf(days[j]!) === weekdayOf(days[i]!));
  if (same.length < 3) return null;
  const center = median(same);
  const spread = 1.4826 * median(same.map((y) => Math.abs(y - center)));
  if (spread === 0) return null;
  const z = (counts[i]! - center) / spread;
  return Math.abs(z) > 3.5 ? { strength: Math.abs(z), direction: z < 0 ? -1 : 1 } : null;
});

/** Other tools' rules as documented, each with its own defaults. */
export const rivalRules: readonly CountRule[] = [plainThreshold, elementaryRule, weekdayMadRule];
