import { expect, it } from "vitest";
import { dayRange } from "../../common/days.js";
import { objectPaths } from "../../common/object-paths.js";
import { at, hourlyWorld, passHours, today } from "../../testing/hourly-world.js";
import { connectionId, deliver, project, runsOf, setupId, workspaceId } from "../../testing/run-world.js";
import type { TestApp } from "../../testing/test-app.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { getReplay, startReplay } from "./start-replay.js";

/** What hourly runs would have told, by day. */
async function replayed(app: TestApp) {
  const { selectedDetectors } = (await app.setups.find(workspaceId, setupId))!;
  const { id } = await startReplay(app, workspaceId, { connectionId, selectedDetectors, days: 28 });
  await deliver(app);
  const { days, status } = await getReplay(app, workspaceId, id);
  expect(status).toBe("done");
  return new Map(days.map(({ day, hours }) => [day, hours]));
}

const event = "Checkout Started";

it("says when an hourly run would have told, the same each time, from stored hours alone", async () => {
  const app = await hourlyWorld({ from: at(14, "2026-11-16"), until: Infinity });
  await passHours(app, 1);
  const asked = app.mixpanel.calls.length;
  const hours = await replayed(app);
  expect([...hours]).toEqual(
    dayRange("2026-10-21", "2026-11-17").map((day) => [
      day,
      // Without three weeks before them, hours say nothing. A silence that goes on is told once.
      day === "2026-11-16" ? [{ event, since: { day, hour: "14:00" }, told: { day, hour: "17:00" } }] : [],
    ]),
  );
  await app.objects.deletePrefix(objectPaths.replays(workspaceId, project));
  expect(await replayed(app)).toEqual(hours);
  expect(app.mixpanel.calls).toHaveLength(asked);
});

it("says the hour in which an hourly run told", async () => {
  const app = await hourlyWorld({ from: at(12), until: at(0, "2026-11-20") });
  await passHours(app, 14);
  expect(app.mailer.sent).toEqual([]);
  // The run at 15:05.
  await passHours(app, 1);
  expect(app.mailer.sent).toHaveLength(1);
  await passHours(app, 10);
  const told = { event, since: { day: today, hour: "12:00" }, told: { day: today, hour: "15:00" } };
  expect((await replayed(app)).get(today)).toEqual([told]);
});

it("says of a daily setup's finding when an hourly run would have told", async () => {
  const daily = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-18T06:05:00.000Z" };
  const app = await hourlyWorld({ from: at(14, "2026-11-17"), until: Infinity }, undefined, daily);
  await passHours(app, 1);
  expect((await replayed(app)).get("2026-11-17")).toMatchObject([
    { event, since: { day: "2026-11-17", hour: "14:00" }, told: { day: "2026-11-17", hour: "17:00" } },
  ]);
});

it("has no hours before any were read, and none if they can't be kept", async () => {
  const app = await hourlyWorld({ from: Infinity, until: Infinity });
  const update = app.objects.update.bind(app.objects);
  app.objects.update = async (path, ...rest) => {
    if (path === objectPaths.pastHours(workspaceId, project)) throw new Error("Precondition failed.");
    return update(path, ...rest);
  };
  await startRun(app, workspaceId, setupId);
  await deliver(app);
  expect(await runsOf(app)).toMatchObject([{ status: "completed", hours: { status: "tested" } }]);
  expect([...(await replayed(app)).values()]).toEqual(Array<null>(28).fill(null));
});
