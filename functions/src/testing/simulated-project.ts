import { addDays, dayRange } from "../common/days.js";
import type { FakeMixpanel } from "./fake-mixpanel.js";

const names = ["Cart Viewed", "Order Placed", "Search", "Signed Up"];
const platforms = ["Android", "iOS", "web"];

/** Random numbers by Park & Miller (1988), always the same for a seed. */
function generator(seed: number): () => number {
  let state = (seed * 7_919) % 2_147_483_647 || 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const faultKinds = ["fewer", "none", "more", "lost", "lost-on-android", "mix", "renamed", "empty"] as const;

type Row = { event: string; properties: Record<string, unknown> };
type Fault = {
  event: string;
  kind: (typeof faultKinds)[number];
  from: string;
  days: number;
};

/** A shop with four events, some of which break for a few days, each in a different way. */
export class SimulatedProject {
  readonly #days: ReadonlyMap<string, readonly Row[]>;

  constructor(seed: number, span: { from: string; to: string; faultsFrom: string }) {
    const random = generator(seed);
    const faults = Array.from({ length: 6 }, (): Fault => ({
      event: names[Math.floor(random() * names.length)]!,
      kind: faultKinds[Math.floor(random() * faultKinds.length)]!,
      from: addDays(span.faultsFrom, Math.floor(random() * 26)),
      days: 1 + Math.floor(random() * 8),
    }));
    this.#days = new Map(
      dayRange(span.from, span.to).map((day) => [
        day,
        names.flatMap((event) => rowsOf(event, day, faults, random)),
      ]),
    );
  }

  /** Gives Mixpanel the data of all days up to `lastDay`. */
  serve(mixpanel: FakeMixpanel, lastDay: string): void {
    const days = [...this.#days].filter(([day]) => day <= lastDay);
    mixpanel.names = names;
    mixpanel.counts = new Map(
      names.map((name) => [
        name,
        new Map(days.map(([day, rows]) => [day, rows.filter(({ event }) => event === name).length])),
      ]),
    );
    mixpanel.eventsOf = ({ from, to }) =>
      days.flatMap(([day, rows]) => (addDays(from, -1) <= day && day <= addDays(to, 1) ? rows : []));
  }
}

function rowsOf(event: string, day: string, faults: readonly Fault[], random: () => number): Row[] {
  const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? 0.6 : 1;
  const has = (kind: Fault["kind"]) =>
    faults.some(
      (fault) =>
        fault.event === event &&
        fault.kind === kind &&
        fault.from <= day &&
        day < addDays(fault.from, fault.days),
    );
  const usual = (45 + 15 * names.indexOf(event)) * weekend * (0.95 + 0.1 * random());
  const count = has("none") ? 0 : Math.round(usual * (has("fewer") ? 0.25 : has("more") ? 3 : 1));
  return Array.from({ length: count }, (_, row): Row => {
    const platform = platforms[Math.floor(random() * platforms.length)]!;
    const isLost = has("lost") || (has("lost-on-android") && platform === "Android");
    const isFirst = random() < (has("mix") ? 0.15 : 0.7);
    return {
      event,
      properties: {
        time: Date.parse(`${day}T17:00:00Z`) / 1_000 + row,
        distinct_id: `u${row}`,
        $insert_id: `${event}-${day}-${row}`,
        $os: platform,
        $app_version_string: versionOf(day, random()),
        sort: isFirst ? "relevance" : "price",
        amount: has("empty") ? "" : Math.round(10 + 90 * random()),
        ...(isLost ? {} : { plan: random() < 0.4 ? (has("renamed") ? "Pro" : "pro") : "free" }),
      },
    };
  });
}

/** A version is released on the first of each month, and half of the rows have it after a week. */
function versionOf(day: string, random: number): string {
  const [, month, date] = day.split("-").map(Number);
  return `4.${random < Number(date) / 14 ? month : month! - 1}.0`;
}
