import { addDays, dayRange } from "../../../functions/src/common/days.js";
import { hoursOf } from "../../../functions/src/common/hours.js";
import { FakeMixpanel } from "../../../functions/src/testing/fake-mixpanel.js";
import type { Mixpanel } from "../../../functions/src/ports/mixpanel.js";
import { assumed } from "./list-prices.js";

export type ProjectSize = { events: number; properties: number; rowsPerDay: number };

/** Number of different rows per event. */
const variants = 200;
const chunkBytes = 60_000;

/**
 * A project whose rows are generated while an export is read; the first events have most of them. From `brokenFrom`
 * on, the third event lacks a property.
 */
export class GeneratedProject extends FakeMixpanel {
  /** What was read so far, and the CPU seconds spent on generating it. */
  readonly made = { requests: 0, rows: 0, bytes: 0, cpuSeconds: 0 };
  brokenFrom = "9999-12-31";
  /** Multiplies the number of rows given by the project's size. */
  rowFactor = 1;
  readonly #size: ProjectSize;
  readonly #shares: number[];
  readonly #rows: string[][];

  constructor(size: ProjectSize) {
    super();
    this.#size = size;
    const weights = Array.from({ length: size.events }, (_, event) => 1 / (event + 10));
    const sum = weights.reduce((a, b) => a + b, 0);
    this.#shares = weights.map((weight) => weight / sum);
    this.#rows = weights.map((_, event) =>
      Array.from({ length: variants }, (_each, v) => this.#row(event, v)),
    );
    this.before = async () => void this.made.requests++;
  }

  /** Restores the event names, which the test world replaces. */
  reset(): this {
    this.names = this.#shares.map((_, event) => `Event ${event}`);
    return this;
  }

  override async eventCounts(...[access, query]: Parameters<Mixpanel["eventCounts"]>) {
    this.counts = new Map(
      this.names.map((name, event) => {
        const counts = new Map<string, number>();
        for (let day = query.from; day <= query.to; day = addDays(day, 1))
          counts.set(day, this.#count(event, day));
        return [name, counts];
      }),
    );
    return super.eventCounts(access, query);
  }

  /** Each day's count, spread evenly over its hours. */
  override async eventHours(...[access, query]: Parameters<Mixpanel["eventHours"]>) {
    const hours = new Map(
      query.events.map((name) => {
        const days = dayRange(query.from, query.to).map((day) => {
          const ofDay = this.#count(this.names.indexOf(name), day);
          const starts = hoursOf(day, query.timeZone);
          const counts = starts.map((_, hour) => share(ofDay, hour, starts.length));
          return [day, counts] as const;
        });
        return [name, new Map(days)] as const;
      }),
    );
    this.hoursOf = () => hours;
    return super.eventHours(access, query);
  }

  override async exportEvents(
    access: Parameters<Mixpanel["exportEvents"]>[0],
    query: Partial<Parameters<Mixpanel["exportEvents"]>[1]> = {},
  ) {
    await super.exportEvents(access, { ...query, events: [] });
    const { from = "", to = "" } = query;
    return this.#chunks(from, to);
  }

  async *#chunks(from: string, to: string): AsyncGenerator<Buffer<ArrayBuffer>, void> {
    const texts = this.#texts(from, to);
    for (;;) {
      const before = process.cpuUsage();
      const { value, done } = texts.next();
      const chunk = Buffer.from(value ?? "");
      const { user, system } = process.cpuUsage(before);
      this.made.cpuSeconds += (user + system) / 1e6;
      if (done) return;
      this.made.bytes += chunk.length;
      yield chunk;
    }
  }

  *#texts(from: string, to: string): Generator<string, undefined> {
    let text = "";
    for (let day = from; day <= to; day = addDays(day, 1)) {
      // Within the same day of UTC and of New York.
      const noon = Date.parse(`${day}T17:00:00Z`) / 1_000;
      for (const [event, rows] of this.#rows.entries()) {
        const count = this.#count(event, day);
        this.made.rows += count;
        for (let row = 0; row < count; row++) {
          let rest = rows[(row * 31 + noon) % variants]!;
          if (event === 3 && day >= this.brokenFrom) rest = rest.replace('"property 1"', '"other 1"');
          text += `{"event":"Event ${event}","properties":{"time":${noon + (row % 7_200)},"distinct_id":"u${row % 5_000}","$insert_id":"${day}-${event}-${row}",${rest}`;
          if (text.length < chunkBytes) continue;
          yield text;
          text = "";
        }
      }
    }
    yield text;
  }

  /** About the same number of rows every day, a few percent up or down, and fewer on weekends. */
  #count(event: number, day: string): number {
    const date = new Date(`${day}T00:00:00Z`);
    const weekend = [0, 6].includes(date.getUTCDay()) ? 0.7 : 1;
    const noise = 0.97 + (((event * 7_919 + date.getTime() / 86_400_000) * 48_271) % 61) / 1_000;
    return Math.round(this.#size.rowsPerDay * this.rowFactor * this.#shares[event]! * weekend * noise);
  }

  /** The part of a row after its times and ids. */
  #row(event: number, variant: number): string {
    const own = this.#size.properties - 2;
    const width = Math.max(4, Math.floor((assumed.bytesPerEvent - 140) / own) - 17);
    const value = (property: number) => {
      const kind = (variant * (property + 3)) % [2, 4, 12, 60, variants][property % 5]!;
      return property % 4 === 0 ? String(kind * 10) : `"${`value ${kind} `.padEnd(width, "abcdefgh")}"`;
    };
    const properties = Array.from({ length: own }, (_, p) => `"property ${p}":${value(p + event)}`);
    return `"$os":"${["iOS", "Android", "Web"][variant % 3]}","$lib_version":"2.${variant % 4}.0",${properties.join(",")}}}\n`;
  }
}

/** The part of a day's whole rows that is in one of its hours. */
const share = (rows: number, hour: number, hours: number): number =>
  Math.floor(((hour + 1) * rows) / hours) - Math.floor((hour * rows) / hours);
