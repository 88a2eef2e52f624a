import { daysUntil } from "../days.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import type { Random } from "../random.js";
import { usualSettings, type BenchSettings } from "../settings.js";

/** Traffic relative to Monday, starting with Monday, from a real project. */
export const weekdayProfile = [1, 1, 1, 0.97, 0.8, 0.53, 0.64] as const;
export const baselineDays = 56;

/**
 * Degrees of freedom of a day's noise. With tails this heavy, a rule that knows every event's true rate and noise
 * (the oracle) catches about 97% of the −70% and 84% of the −50% and +100% faults, with as many alarms as ours.
 */
const tailFreedom = 4;

type EventKind = "ordinary" | "restless" | "office" | "new";

export type SimulatedEvent = {
  name: string;
  kind: EventKind;
  /** Mean rows on an average day. */
  rate: number;
  /** Standard deviation of the log of a day's rows, without counting noise. */
  noise: number;
  /** Correlation of a day's noise with the noise of the day before. */
  memory: number;
  /** Expected rows of each day without any noise; parallel to the project's days. */
  usual: number[];
  counts: number[];
};

export type SimulatedProject = { days: string[]; events: SimulatedEvent[] };

/** A project-wide movement: the day, in days before the last one, and the factor on all counts. */
export type ProjectMove = { daysAgo: number; factor: number };

function eventKind(random: Random): EventKind {
  const draw = random.uniform();
  if (draw < 0.81) return "ordinary";
  if (draw < 0.86) return "restless";
  return draw < 0.96 ? "office" : "new";
}

function simulateEvent(
  random: Random,
  name: string,
  days: readonly string[],
  common: readonly number[],
  rates: readonly [number, number],
): SimulatedEvent {
  const kind = eventKind(random);
  const rate = random.logBetween(...rates);
  const noise = kind === "restless" ? random.between(0.2, 0.4) : random.logBetween(0.05, 0.2);
  const memory = random.between(0, 0.6);
  const growthPerDay = (random.normal() * 0.012) / 7;
  const flatness = random.between(0.6, 1.2);
  const ownWeekdays = weekdayProfile.map((share, weekday) => {
    const weekend = weekday >= 5 && kind === "office" ? random.between(0.05, 0.3) : 1;
    return Math.pow(share, flatness) * weekend * Math.exp(0.04 * random.normal());
  });
  const firstDay = kind === "new" ? days.length - 1 - random.below(24) : 0;

  let state = random.heavyTailed(tailFreedom);
  const usual: number[] = [];
  const counts = days.map((day, i) => {
    state = memory * state + Math.sqrt(1 - memory * memory) * random.heavyTailed(tailFreedom);
    const growth = Math.exp(growthPerDay * (i - days.length));
    const expected = i < firstDay ? 0 : rate * ownWeekdays[weekdayOf(day)]! * growth * common[i]!;
    usual.push(expected);
    return random.poisson(expected * Math.exp(noise * state));
  });
  return { name, kind, rate, noise, memory, usual, counts };
}

/** Simulates a project without faults; `moves` are days on which the whole project moves (a holiday, an outage). */
export function simulateProject(
  random: Random,
  {
    lastDay,
    events = 1000,
    moves = [],
    checkBackDays = usualSettings.checkBackDays,
    rates = [1, 2000],
    historyDays = baselineDays,
  }: {
    lastDay: string;
    events?: number;
    moves?: readonly ProjectMove[];
    /** Mean rows a day, log-uniform. */
    rates?: readonly [number, number];
    checkBackDays?: BenchSettings["checkBackDays"];
    /** Days before the tested ones. */
    historyDays?: number;
  },
): SimulatedProject {
  const days = daysUntil(lastDay, historyDays + checkBackDays);
  const common = days.map((_, i) => {
    const move = moves.find(({ daysAgo }) => days.length - 1 - daysAgo === i);
    return Math.exp(0.03 * random.normal()) * (move?.factor ?? 1);
  });
  return {
    days,
    events: Array.from({ length: events }, (_, i) =>
      simulateEvent(random, `event ${i}`, days, common, rates),
    ),
  };
}
