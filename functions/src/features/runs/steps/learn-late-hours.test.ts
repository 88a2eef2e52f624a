import { expect, it } from "vitest";
import type { DayOfHours } from "../../../aggregates/model.js";
import { addDays } from "../../../common/days.js";
import { MemoryObjects } from "../../../testing/memory/memory-objects.js";
import type { Lateness } from "../../../engine/hours/lateness.js";
import { learnLateHours } from "./learn-late-hours.js";

const firstDay = "2026-11-02";
const path = "workspaces/w/connections/c/us-1/hours.json";

/** Runs at every hour of a day; Checkout's newest hour has only a quarter of its events, and Search's all. */
async function runsOf(objects: MemoryObjects, day: string) {
  const complete = (rows: number): DayOfHours[] =>
    Array.from({ length: 28 }, (_, i) => ({
      day: addDays(day, i - 28),
      counts: Array<number>(24).fill(rows),
    }));
  const history = new Map([
    ["Checkout", complete(8)],
    ["Search", complete(5)],
  ]);
  let lateness: Lateness | null = null;
  for (let hours = 1; hours <= 22; hours++) {
    const checkout = Array.from({ length: hours }, (_, hour) => (hour === hours - 1 ? 2 : 8));
    const today = new Map([
      ["Checkout", { day, counts: checkout }],
      ["Search", { day, counts: Array<number>(hours).fill(5) }],
    ]);
    lateness = await learnLateHours(objects, path, today, history);
  }
  return lateness!;
}

it("learns from the hours of earlier runs which part of an hour's events comes later", async () => {
  const objects = new MemoryObjects();
  for (const day of [0, 1, 2, 3, 4]) {
    const lateness = await runsOf(objects, addDays(firstDay, day));
    expect(lateness.days).toBe(Math.max(0, day - 1));
    expect([...lateness.events.keys()]).toEqual(["Checkout"]);
    const { rows, late } = lateness.events.get("Checkout")!;
    expect([0, 1, 10].map((age) => late[age]! / rows[age]!)).toEqual([0.75, 0, 0]);
  }
});

it("counts a run once that is resumed", async () => {
  const objects = new MemoryObjects();
  await runsOf(objects, firstDay);
  const once = await objects.read(path);
  await runsOf(objects, firstDay);
  expect((await objects.read(path))!.length).toBe(once!.length);
});
