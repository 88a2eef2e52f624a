import { addDays, dayRange } from "../common/days.js";
import { clockOf, hoursOf } from "../common/hours.js";
import { hourMs, minuteMs } from "../common/time.js";
import type { DetectorKey } from "../contract/detectors.js";
import { everyMinute } from "../entry/every-minute.js";
import { initialBilling } from "../features/billing/account/run-permission.js";
import { deliver, passMinutes, runWorld, workspaceId } from "./run-world.js";
import { testApp, type TestApp } from "./test-app.js";

export const timeZone = "America/New_York";
export const today = "2026-11-18";
export const at = (hour: number, day = today): number => hoursOf(day, timeZone)[hour]!;
export const events = ["Checkout Started", "Search", "Signed Up", "Page Viewed"];
/** Little at night, most in the afternoon. */
export const usual = (event: string, hour: number): number =>
  Math.round((1 + events.indexOf(event)) * (hour < 7 ? 2 : 30 - Math.abs(15 - hour)));

/** When "Checkout Started" doesn't arrive. */
type Silence = { from: number; until: number };

/** A project with a setup that runs at five past every hour. */
export async function hourlyWorld(
  { from, until }: Silence,
  keys: readonly DetectorKey[] = ["event_count_change", "event_stopped"],
  schedule = { scheduleCron: "5 * * * *", nextRunAt: "2026-11-18T06:05:00.000Z" },
  lateShare: (ageHours: number) => number = () => 0,
) {
  const app = testApp();
  app.clock.set("2026-11-18T06:00:00Z");
  await runWorld([...keys], schedule, app);
  app.db.set(workspaceId, "account", workspaceId, {
    activeRunId: null,
    billing: { ...initialBilling, hasPaymentMethod: true },
  });
  const { mixpanel } = app;
  mixpanel.events = [];
  mixpanel.names = [...events];
  const clocks = new Map(
    dayRange(addDays(today, -70), addDays(today, 12)).map((day) => [
      day,
      hoursOf(day, timeZone).map((start) => ({ start, clock: clockOf(start, timeZone) })),
    ]),
  );
  const hoursOn = (event: string, day: string): number[] =>
    clocks.get(day)!.map(({ start, clock }) => {
      const isSilent = event === events[0] && from <= start && start < until;
      const ageHours = (app.clock.now().getTime() - start) / hourMs;
      return isSilent || ageHours < 0 ? 0 : Math.round(usual(event, clock) * (1 - lateShare(ageHours)));
    });
  mixpanel.hoursOf = (days) =>
    new Map(
      events.map((event) => [
        event,
        new Map(dayRange(days.from, days.to).map((day) => [day, hoursOn(event, day)])),
      ]),
    );
  mixpanel.before = async (call) => {
    if (call !== "eventCounts") return;
    const days = [...clocks.keys()];
    const sum = (event: string, day: string) => hoursOn(event, day).reduce((total, rows) => total + rows, 0);
    mixpanel.counts = new Map(
      events.map((event) => [event, new Map(days.map((day) => [day, sum(event, day)]))]),
    );
  };
  return app;
}

/** Lets the runs of some hours happen. */
export async function passHours(app: TestApp, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    app.clock.advance(5 * minuteMs);
    await everyMinute(app);
    await deliver(app);
    await passMinutes(app, 2);
    app.clock.advance(hourMs - 7 * minuteMs);
  }
}
