import { dayRange } from "../common/days.js";
import { hourMs } from "../common/time.js";
import { MixpanelError } from "../ports/mixpanel-error.js";
import type { Mixpanel, MixpanelAccess } from "../ports/mixpanel.js";
import type { TestDependencies } from "./dependencies.js";

type Query = Parameters<Mixpanel["exportEvents"]>[1];

/** Events of the project, with each one's share of a day's rows in percent. */
const sizes: Record<string, number> = {
  "Page Viewed": 40,
  Search: 25,
  "Item Viewed": 15,
  "Cart Viewed": 10,
  "Order Placed": 6,
  "Signed Up": 4,
};

/** A project with slow exports: the clock moves with every chunk read. */
export class LargeProject {
  /** Days for which the Query API has counts. */
  countedDays: string[] = [];
  bytesSent = 0;
  /** `events` is how many events the export names; null = all events. */
  readonly exports: { from: string; to: string; events: number | null; atMs: number }[] = [];
  exportsPerHour = 60;
  /** How many seconds are added to the limits of time filters. */
  filterShiftSeconds = 0;
  refusesFilters = false;
  /** How many events one row stands for. */
  eventsPerRow = 10_000;
  readonly #rows = new Map<string, { event: string; time: number; line: string }[]>();

  /**
   * @param msPerDay how long it takes to read all rows of a day
   * @param isInOrder whether rows are ordered by time
   */
  constructor(
    private readonly deps: TestDependencies,
    public msPerDay: number,
    private readonly isInOrder: boolean,
    private readonly shares: Readonly<Record<string, number>> = sizes,
  ) {}

  serve(): void {
    const { mixpanel } = this.deps;
    mixpanel.names = Object.keys(this.shares);
    mixpanel.counts = new Map(
      mixpanel.names.map((name) => [
        name,
        new Map(this.countedDays.map((day) => [day, 2 * this.shares[name]!])),
      ]),
    );
    mixpanel.exportEvents = async (access, query) => {
      await mixpanel.before("exportEvents", access);
      return this.#export(access, { from: "", to: "", ...query });
    };
  }

  /** Size in bytes of all rows of some days. */
  bytesOf(from: string, to: string): number {
    return dayRange(from, to).reduce((sum, day) => sum + this.linesOf(day).length, 0);
  }

  /** All rows of a day, in export format. */
  linesOf(day: string): Buffer {
    return Buffer.from(
      this.#dayRows(day)
        .map(({ line }) => line)
        .join(""),
    );
  }

  async #export(access: MixpanelAccess, { from, to, events, where, limit = Infinity }: Query) {
    const { clock } = this.deps;
    await access.budget?.spend("export");
    const atMs = clock.now().getTime();
    if (this.exports.filter((each) => each.atMs > atMs - hourMs).length >= this.exportsPerHour)
      throw new MixpanelError("hourly-limit", "raw export", "429", { retryAfterSeconds: 600 });
    if (where && this.refusesFilters)
      throw new MixpanelError("invalid", "raw export", "400", { status: 400 });
    const [since = -Infinity, until = Infinity] = [...(where ?? "").matchAll(/datetime\((\d+)\)/g)].map(
      ([, seconds]) => Number(seconds) + this.filterShiftSeconds,
    );
    this.exports.push({ from, to, events: events?.length ?? null, atMs });
    const rows = dayRange(from, to)
      .flatMap((day) => this.#dayRows(day))
      .filter(({ event, time }) => (!events || events.includes(event)) && time >= since && time < until);
    const lines = (this.isInOrder ? rows.toSorted((a, b) => a.time - b.time) : scattered(rows))
      .slice(0, Math.ceil(limit / this.eventsPerRow))
      .map(({ line }) => line);
    const msPerRow = this.msPerDay / this.#dayRows(from).length;
    const send = (line: string) => {
      clock.advance(msPerRow);
      const bytes = Buffer.from(line);
      this.bytesSent += bytes.length;
      return bytes;
    };
    return (async function* () {
      for (const line of lines) yield send(line);
    })();
  }

  /** A day's rows, spread over the day and always the same. */
  #dayRows(day: string): { event: string; time: number; line: string }[] {
    const known = this.#rows.get(day);
    if (known) return known;
    const midnight = Date.parse(`${day}T00:00:00Z`) / 1_000;
    const rows = Object.entries(this.shares).flatMap(([event, share], place) =>
      Array.from({ length: 2 * share }, (_, row) => {
        const time = midnight + Math.floor(((row + place / 10) / (2 * share)) * 86_400);
        const properties = {
          time,
          distinct_id: `u${row % 17}`,
          $insert_id: `${day}-${place}-${row}`,
          plan: row % 3 === 0 ? "pro" : "free",
          amount: row * 1.5,
          $os: row % 2 === 0 ? "iOS" : "Android",
        };
        return { event, time, line: `${JSON.stringify({ event, properties })}\n` };
      }),
    );
    this.#rows.set(day, rows);
    return rows;
  }
}

/** Reorders rows: rows 0, 7, 14, … first, then rows 1, 8, 15, …, and so on. */
function scattered<T>(rows: readonly T[]): T[] {
  return Array.from({ length: 7 }, (_, start) => rows.filter((_row, at) => at % 7 === start)).flat();
}
