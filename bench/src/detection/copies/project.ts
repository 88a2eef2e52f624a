import type { AggregateReader, CountHistory } from "../../../../functions/src/aggregates/model.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import type { Random } from "../random.js";

const historyDays = 63;
const aggregateDays = 35;
/** Seconds of a day in which an event occurs. */
const busySeconds = 57_600;
/** The kernel counts this many seconds of users a day exactly, and samples beyond. */
const exactSeconds = 896;
/** Its standard error beyond, at most. */
const sampleError = 0.013;

/** One day's events, and how many of them are of a user in a second that already had one. */
type Day = { rows: number; copies: number };

/** Where an event comes from, which decides how often a user's events share a second. */
type Source = { name: string; rowsToDay: (random: Random) => (rows: number) => Day };

const sources: readonly Source[] = [
  {
    name: "many users",
    rowsToDay: (random) => {
      const share = random.between(0, 0.01);
      return (rows) => ({ rows, copies: random.binomial(rows, share) });
    },
  },
  {
    name: "several events at once, like impressions",
    rowsToDay: (random) => {
      const more = random.between(0.3, 3);
      return (rows) => {
        const size = 1 + more * Math.exp(0.08 * random.normal());
        return { rows, copies: rows - Math.min(rows, random.poisson(rows / size)) };
      };
    },
  },
  { name: "one server", rowsToDay: (random) => (rows) => ofUsers(random, rows, 1) },
  { name: "ten servers", rowsToDay: (random) => (rows) => ofUsers(random, rows, 10) },
];

/** Rows that a few users spread evenly over the day. */
function ofUsers(random: Random, rows: number, users: number): Day {
  const seconds = users * busySeconds;
  const taken = seconds * -Math.expm1(rows * Math.log1p(-1 / seconds));
  const distinct = Math.min(
    rows,
    Math.round(taken + 0.3 * Math.sqrt(Math.max(0, rows - taken)) * random.normal()),
  );
  return { rows, copies: rows - distinct };
}

/** What happens on the last days. `sent` are the events that are sent for each real one. */
export type CopyFault = {
  name: string;
  /** Whether the extra events are copies. */
  isCopied: boolean;
  /** Whether real events become fewer by as much, so that only the copies can be found. */
  isHidden?: boolean;
  real: number;
  sent: (random: Random, rows: number) => number;
};

const once = () => 0;

export const copyFaults: readonly CopyFault[] = [
  { name: "nothing", isCopied: false, real: 1, sent: once },
  { name: "real × 1.5", isCopied: false, real: 1.5, sent: once },
  { name: "real × 2", isCopied: false, real: 2, sent: once },
  { name: "real × 4", isCopied: false, real: 4, sent: once },
  { name: "real × 10", isCopied: false, real: 10, sent: once },
  { name: "real −50%", isCopied: false, real: 0.5, sent: once },
  { name: "all sent twice", isCopied: true, real: 1, sent: (_random, rows) => rows },
  { name: "all sent three times", isCopied: true, real: 1, sent: (_random, rows) => 2 * rows },
  { name: "half sent twice", isCopied: true, real: 1, sent: (random, rows) => random.binomial(rows, 0.5) },
  { name: "all sent twice, 30% more real ones", isCopied: true, real: 1.3, sent: (_random, rows) => rows },
  {
    name: "all sent twice, half as many real ones",
    isCopied: true,
    isHidden: true,
    real: 0.5,
    sent: (_random, rows) => rows,
  },
  {
    name: "40% sent twice, 25% fewer real ones",
    isCopied: true,
    isHidden: true,
    real: 0.75,
    sent: (random, rows) => random.binomial(rows, 0.4),
  },
];

export const sourceNames = sources.map(({ name }) => name);

/** An event of one source with `rate` rows a day to which `fault` happens on the last 1 to 3 days. */
export function simulateCopies(
  random: Random,
  lastDay: string,
  { rate, source, fault }: { rate: number; source: string; fault: CopyFault },
): { history: CountHistory; aggregates: AggregateReader } {
  const days = daysUntil(lastDay, historyDays);
  const faultDays = 1 + random.below(3);
  const noise = random.between(0.04, 0.12);
  const dayOf = sources.find(({ name }) => name === source)!.rowsToDay(random);
  // Of two events that are sent one after the other, some fall into two seconds.
  const apart = random.between(0, 0.12);
  const simulated = days.map((day, i) => {
    const isFaulty = i >= historyDays - faultDays;
    const weekday = 0.5 + 0.5 * weekdayProfile[weekdayOf(day)]!;
    const mean = rate * weekday * Math.exp(noise * random.normal()) * (isFaulty ? fault.real : 1);
    const { rows, copies } = dayOf(random.poisson(mean));
    const sent = isFaulty ? fault.sent(random, rows) : 0;
    return sampled(random, { rows: rows + sent, copies: copies + sent - random.binomial(sent, apart) });
  });
  const counts = simulated.map(({ rows }) => rows);
  const shown = simulated.slice(-aggregateDays);
  return {
    history: { days, events: new Map([["Checkout", counts]]) },
    aggregates: {
      days: days.slice(-aggregateDays),
      events: () => ["Checkout"],
      rows: () => shown.map(({ rows }) => rows),
      copies: () => shown.map(({ copies }) => copies),
      properties: () => [],
      series: (event, property) => ({
        property,
        parent: event,
        rows: shown.map(({ rows }) => rows),
        days: shown.map(() => null),
      }),
    },
  };
}

/** Copies as the kernel estimates them. */
function sampled(random: Random, { rows, copies }: Day): Day {
  if (rows - copies <= exactSeconds || copies === 0) return { rows, copies };
  const share = copies / rows;
  const error = sampleError * Math.min(1, 4 * share * (1 - share)) * random.normal();
  return { rows, copies: Math.round(rows * Math.min(1, Math.max(0, share + error))) };
}
