import { judgeRun } from "../../../../functions/src/engine/run.js";
import { weekdayOf } from "../days.js";
import type { SimulatedEvent, SimulatedProject } from "./project.js";

/** A finding of a rule about one event: day indexes it speaks of, direction, and how loud. */
export type CountFinding = {
  event: string;
  first: number;
  last: number;
  direction: -1 | 1;
  isAlert: boolean;
};
export type CountRuleAnswer = { findings: CountFinding[]; projectRows: number };
export type CountRule = { name: string; judge(project: SimulatedProject): CountRuleAnswer };

const threshold = 0.3;
const windowDays = 7;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const plumblineRule: CountRule = {
  name: "Plumbline",
  judge({ days, events }) {
    const settings = { checkBackDays: windowDays, thresholdPercent: threshold * 100 } as const;
    const outcome = judgeRun({
      lastDay: days.at(-1)!,
      detectors: [
        { key: "event_count_change", settings },
        { key: "event_stopped", settings },
      ],
      counts: { days, events: new Map(events.map(({ name, counts }) => [name, counts])) },
      aggregates: null,
      profiles: null,
      previous: null,
    });
    const flagged = outcome.detectors
      .flatMap(({ rows }) => rows.map(({ row }) => row))
      .filter(({ severity }) => severity === "alert" || severity === "warning");
    return {
      projectRows: flagged.filter(({ entity }) => entity === "(project)").length,
      findings: flagged
        .filter(({ entity }) => entity !== "(project)")
        .map((row) => ({
          event: row.entity,
          first: days.indexOf(row.first_bad_day ?? row.last_day!),
          last: days.indexOf(row.last_day!),
          direction: row.detector === "event_stopped" || (row.observed ?? 0) < (row.expected ?? 0) ? -1 : 1,
          isAlert: row.severity === "alert",
        })),
    };
  },
};

/** Every tested day on its own, as the tools below do; one finding per event, the strongest day. */
function perDayRule(
  name: string,
  score: (
    counts: readonly number[],
    days: readonly string[],
    i: number,
  ) => { strength: number; direction: -1 | 1 } | null,
): CountRule {
  const judgeEvent = ({ name: event, counts }: SimulatedEvent, days: readonly string[]): CountFinding[] => {
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
    judge: ({ days, events }) => ({
      projectRows: 0,
      findings: events.flatMap((event) => judgeEvent(event, days)),
    }),
  };
}

/** The last day against the mean of the seven days before it, ±T %. */
const plainThreshold: CountRule = {
  name: "±30% against the last 7 days",
  judge: ({ days, events }) => ({
    projectRows: 0,
    findings: events.flatMap(({ name, counts }): CountFinding[] => {
      const last = days.length - 1;
      const expected = mean(counts.slice(-8, -1));
      const change = expected > 0 ? counts[last]! / expected - 1 : 0;
      if (Math.abs(change) < threshold) return [];
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
  const centre = median(same);
  const spread = 1.4826 * median(same.map((y) => Math.abs(y - centre)));
  if (spread === 0) return null;
  const z = (counts[i]! - centre) / spread;
  return Math.abs(z) > 3.5 ? { strength: Math.abs(z), direction: z < 0 ? -1 : 1 } : null;
});

/**
 * The upper bound: it knows every event's true mean and noise, and tests the last k days for every k.
 * Its bar is set so that it raises about as many alarms on a clean project as we do.
 */
const oracle: CountRule = {
  name: "oracle (knows rate and noise)",
  judge: ({ days, events }) => ({
    projectRows: 0,
    findings: events.flatMap(({ name, counts, mean: expected, noise }): CountFinding[] => {
      const last = days.length - 1;
      let best: (CountFinding & { z: number }) | null = null;
      const test = (first: number, end: number, bar: number) => {
        let [observed, usual, n] = [0, 0, 0];
        for (let i = first; i <= end; i++) {
          observed += counts[i]!;
          usual += expected[i]!;
          n++;
        }
        if (usual < 10 && observed < 10) return;
        const effect = observed / Math.max(usual, 1) - 1;
        const z =
          Math.log((observed + 0.5) / (usual + 0.5)) /
          Math.sqrt((noise * noise) / Math.pow(n, 0.35) + 1 / (usual + 1));
        if (Math.abs(effect) >= threshold && Math.abs(z) >= bar && (!best || Math.abs(z) > best.z))
          best = { event: name, first, last: end, direction: z < 0 ? -1 : 1, isAlert: true, z: Math.abs(z) };
      };
      for (let k = 1; k <= windowDays; k++) test(last - k + 1, last, 4.2);
      for (let i = last - windowDays + 1; i < last; i++) test(i, i, 5);
      return best ? [best] : [];
    }),
  }),
};

export const countRules: CountRule[] = [
  plumblineRule,
  plainThreshold,
  elementaryRule,
  weekdayMadRule,
  oracle,
];
