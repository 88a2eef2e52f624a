import { logCount, mean } from "../../stats/moments.js";
import { median, medianAbsoluteDeviation } from "../../stats/robust.js";
import { minFactorEvents } from "./project-factor.js";

/** How an event's weekdays differ, borrowed from other events. */
type WeekdayProfile = {
  /** Natural logarithms, Monday first, with the sum 0. */
  index: readonly number[];
  /** How much events differ from it, as a standard deviation per weekday. */
  spread: readonly number[];
};

const allWeekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const saturday = 5;
/** Weekends with less than half of what the project's events have on them are those of office hours. */
const officeLogRatio = -Math.LN2;
const fewestOffice = 3;
const scaleToDeviation = 1.4826;
/** How uncertain workdays and weekends are without older events to compare with. */
const unknownSpread = [0.15, 0.3] as const;

/** Chooses a weekday profile for young events: the one of office hours, or the usual one. */
export class WeekdayProfiles {
  /** Null with too few events to tell. */
  readonly #usual: WeekdayProfile | null;
  readonly #office: WeekdayProfile | null;

  /** @param indexes those of the project's older events, natural logarithms, Monday first */
  constructor(indexes: readonly (readonly number[])[]) {
    const all = profileOf(indexes, minFactorEvents);
    const isOffice = (index: readonly number[]): boolean =>
      all !== null && weekendOf(index) - weekendOf(all.index) < officeLogRatio;
    this.#office = profileOf(indexes.filter(isOffice), fewestOffice);
    this.#usual = profileOf(
      indexes.filter((index) => !isOffice(index)),
      minFactorEvents,
    );
  }

  /**
   * The profile that fits the event's first weekends; these themselves where there is none.
   * @param counts events per day since the event's first day, at least a week
   * @param weekdays weekday of each, 0 = Monday
   */
  of(counts: readonly number[], weekdays: ArrayLike<number>): WeekdayProfile {
    const logs: number[][] = Array.from({ length: 7 }, () => []);
    counts.forEach((count, day) => logs[weekdays[day]!]!.push(logCount(count)));
    const weekend = weekendOf(logs.map((values) => mean(values)));
    const isOffice = this.#usual && weekend - weekendOf(this.#usual.index) < officeLogRatio;
    return (isOffice ? this.#office : this.#usual) ?? ofWeekend(weekend);
  }
}

const ofWeekend = (weekend: number): WeekdayProfile => ({
  index: centered(allWeekdays.map((weekday) => (weekday < saturday ? 0 : weekend))),
  spread: allWeekdays.map((weekday) => unknownSpread[weekday < saturday ? 0 : 1]),
});

function profileOf(indexes: readonly (readonly number[])[], fewest: number): WeekdayProfile | null {
  if (indexes.length < fewest) return null;
  const ofWeekday = (weekday: number): number[] => indexes.map((index) => index[weekday]!);
  return {
    index: centered(allWeekdays.map((weekday) => median(ofWeekday(weekday)))),
    spread: allWeekdays.map((weekday) => scaleToDeviation * medianAbsoluteDeviation(ofWeekday(weekday))),
  };
}

/** How far Saturday and Sunday are from the other days, in natural logarithms. */
const weekendOf = (index: readonly number[]): number =>
  mean(index.slice(saturday)) - mean(index.slice(0, saturday));

function centered(index: readonly number[]): number[] {
  const center = mean(index);
  return index.map((value) => value - center);
}

const priorDays = 20;
const sameSize = 3;
const fewestPeers = 5;

/**
 * Normal variation of a young event: the mean of its own and that of older events of its size, weighted by its own days and
 * 20 (a moderated variance: Smyth 2004, "Linear models and empirical Bayes methods").
 * @param own its own σ and the number of days it comes from
 * @param usualCount its events on a usual day
 */
export function moderatedNoise(
  own: { sigma: number; days: number },
  usualCount: number,
  grown: readonly { sigma: number; usualCount: number }[],
): number | null {
  if (grown.length < fewestPeers) return null;
  const peers = grown.filter(
    (peer) => Math.abs(Math.log(peer.usualCount / usualCount)) <= Math.log(sameSize),
  );
  const prior = median((peers.length < fewestPeers ? grown : peers).map(({ sigma }) => sigma));
  const squares = priorDays * prior ** 2 + (own.days > 0 ? own.days * own.sigma ** 2 : 0);
  return Math.sqrt(squares / (priorDays + own.days));
}
