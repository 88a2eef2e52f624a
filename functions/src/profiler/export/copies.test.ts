import { describe, expect, it } from "vitest";
import { encodeDay } from "../encoding/encode-day.js";
import { openAggregates } from "../encoding/open-aggregates.js";
import { createExportProfiler } from "./export-profiler.js";

const day = "2026-03-01";
const midnight = Date.UTC(2026, 2, 1) / 1000;

type Row = { time: number; distinct_id?: unknown; $insert_id?: unknown };

/** Copies of one event, read back from the encoded day. */
function copiesOf(rows: readonly Row[]): number {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: day, to: day },
    hashKey: Buffer.from("a connection's secret"),
  });
  const lines = rows.map((properties) => `${JSON.stringify({ event: "E", properties })}\n`);
  profiler.push(Buffer.from(lines.join("")));
  const bytes = encodeDay(profiler.end().day(day));
  return openAggregates([{ day, bytes }]).copies!("E")[0]!;
}

/** Rows of different users, a few seconds apart; those that are sent twice come again later, in another order. */
function sentTwice(users: number, isTwice: (user: number) => boolean): Row[] {
  const row = (user: number, sent: number): Row => ({
    time: midnight + ((user * 7) % 86_000),
    distinct_id: `user ${user}`,
    $insert_id: `${user}-${sent}`,
  });
  const all = Array.from({ length: users }, (_, user) => user);
  return [
    ...all.map((user) => row(user, 1)),
    ...all
      .filter(isTwice)
      .map((user) => row(user, 2))
      .reverse(),
  ];
}

describe("copies", () => {
  const second = { time: midnight + 5, distinct_id: "u1" };

  it("are rows of one user in one second with other insert ids", () => {
    const rows = ["a", "b", "c"].map(($insert_id) => ({ ...second, $insert_id }));
    expect(copiesOf(rows)).toBe(2);
    expect(copiesOf([...rows, { ...second, distinct_id: "u2", $insert_id: "d" }])).toBe(2);
    expect(copiesOf([...rows, { ...second, time: midnight + 6, $insert_id: "d" }])).toBe(2);
  });

  it("are found within a second, whether times have milliseconds or not", () => {
    const at = (milliseconds: number, $insert_id: string) => ({
      time: 1000 * midnight + milliseconds,
      distinct_id: "u1",
      $insert_id,
    });
    expect(copiesOf([at(5200, "a"), at(5900, "b"), at(6000, "c")])).toBe(1);
    // One row that arrived twice with times a little apart.
    expect(copiesOf([at(5200, "a"), at(5900, "a")])).toBe(0);
  });

  it("aren't rows without a user, which may be of anybody", () => {
    for (const distinct_id of [undefined, null, ""])
      expect(copiesOf(["a", "b"].map(($insert_id) => ({ ...second, distinct_id, $insert_id })))).toBe(0);
  });

  it("are rows without an insert id, which nobody can tell apart", () => {
    expect(copiesOf([second, second])).toBe(1);
  });

  it("are exact for events with up to 896 seconds of users a day", () => {
    expect(copiesOf(sentTwice(896, (user) => user % 3 === 0))).toBe(299);
  });

  it("are exact for any number if all events are sent twice, or none", () => {
    expect(copiesOf(sentTwice(30_000, () => true))).toBe(30_000);
    expect(copiesOf(sentTwice(30_000, () => false))).toBe(0);
  });

  it.each([2, 5, 20])("are estimated to about a point if one in %i of many events is sent twice", (every) => {
    const errors = [1_500, 4_000, 9_000, 20_000, 33_000, 60_000].map((users) => {
      const rows = sentTwice(users, (user) => user % every === 0);
      return (100 * (copiesOf(rows) - (rows.length - users))) / rows.length;
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(4);
    const meanSquare = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length;
    expect(Math.sqrt(meanSquare)).toBeLessThan(2);
  });
});
