import { expect, it } from "vitest";
import { eventHours } from "./event-counts.js";

const access = { region: "us", projectId: "1", username: "u", secret: "s" } as const;

/** Hours that are counted, by day, from a response with these counts. */
async function read(counts: Record<string, number>, days: { from: string; to: string }) {
  const send = async () => Response.json({ data: { series: [], values: { Login: counts } } });
  const query = { events: ["Login"], ...days, timeZone: "America/New_York" };
  const hours = await eventHours(send, access, query);
  return Object.fromEntries([...hours.get("Login")!].map(([day, rows]) => [day, rows]));
}
const at = (length: number, counts: Record<number, number>) =>
  Array.from({ length }, (_, hour) => counts[hour] ?? 0);

it.each([
  ["a space", { "2026-11-18 00:00:00": 1, "2026-11-18 23:00:00": 4 }],
  ["an offset", { "2026-11-18T00:00:00-05:00": 1, "2026-11-18T23:00:00-05:00": 4 }],
  ["a T", { "2026-11-18T00:00:00": 1, "2026-11-18T23:00:00": 4 }],
])("reads hours whose keys have %s, in the project's time zone", async (_form, counts) => {
  expect(await read(counts, { from: "2026-11-18", to: "2026-11-19" })).toEqual({
    "2026-11-18": at(24, { 0: 1, 23: 4 }),
    "2026-11-19": at(24, {}),
  });
});

it("reads a day of 25 hours, on which the clock shows an hour twice", async () => {
  const day = { from: "2026-11-01", to: "2026-11-01" };
  expect(await read({ "2026-11-01T01:00:00-04:00": 5, "2026-11-01T01:00:00-05:00": 7 }, day)).toEqual({
    "2026-11-01": at(25, { 1: 5, 2: 7 }),
  });
  expect(await read({ "2026-11-01 01:00:00": 11, "2026-11-01 02:00:00": 3 }, day)).toEqual({
    "2026-11-01": at(25, { 1: 6, 2: 5, 3: 3 }),
  });
});

it("reads a day of 23 hours, on which the clock skips one", async () => {
  expect(
    await read(
      { "2026-03-08 01:00:00": 2, "2026-03-08 03:00:00": 3 },
      { from: "2026-03-08", to: "2026-03-08" },
    ),
  ).toEqual({ "2026-03-08": at(23, { 1: 2, 2: 3 }) });
});

it("refuses hours of an unknown form", async () => {
  await expect(read({ "Nov 18, 2 PM": 1 }, { from: "2026-11-18", to: "2026-11-18" })).rejects.toMatchObject({
    kind: "unavailable",
  });
});
