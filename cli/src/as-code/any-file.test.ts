import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../functions/src/common/time.js";
import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import { checkBackDayChoices, detectorKeys } from "../../../functions/src/contract/detectors.js";
import { cliWorld, syncedConnection, type CliWorld } from "../testing/cli-world.js";
import { formatConfigFile, parseConfigFile } from "./config-file.js";
import { casesOf } from "../../../functions/src/testing/thorough.js";

let world: CliWorld;
let connectionId: string;
beforeEach(async () => {
  world = await cliWorld("write");
  connectionId = await syncedConnection(world.app);
  world.app.db.delete("ada", "routes", "members");
});
afterEach(() => world.close());

/** Runs a command with a configuration file on standard input. */
const withFile = (text: string, ...args: string[]) =>
  world.run(
    [...args, "-"],
    {
      PLUMBLINE_URL: world.url,
      PLUMBLINE_TOKEN: world.token,
      PLUMBLINE_A: "https://hooks.example.com/a?key=1",
      PLUMBLINE_B: "https://hooks.example.com/b?key=2",
    },
    text,
  );
const exported = async () => (await world.run(["export"])).out;

const anything = fc
  .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text && text !== "");
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: values.length });

const secret = fc.record({ env: fc.constantFrom("PLUMBLINE_A", "PLUMBLINE_B") });
const named = { name: anything };
/** Each id always has the same kind. */
const channelsArbitrary: fc.Arbitrary<ConfigFile["channels"]> = fc
  .tuple(
    fc.record({
      id: fc.constant("list"),
      kind: fc.constant("email" as const),
      ...named,
      // Emails to one address are rate-limited.
      addresses: fc.uniqueArray(
        fc.integer({ min: 1, max: 1e9 }).map((n) => `p${n}@example.com`),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      id: fc.constant("true"),
      kind: fc.constant("slack" as const),
      ...named,
      channel: fc.constantFrom("#alerts", "C0123456789"),
      botToken: secret,
    }),
    fc.record({ id: fc.constant("1e3"), kind: fc.constant("webhook" as const), ...named, url: secret }),
    fc.record({
      id: fc.constant("pager"),
      kind: fc.constant("pagerduty" as const),
      ...named,
      routingKey: secret,
    }),
  )
  .chain((all) => fc.subarray(all));

const hour = fc.integer({ min: 0, max: 23 });
const routeArbitrary = (connection: string): fc.Arbitrary<ConfigFile["routes"][number]> =>
  fc
    .record({
      id: fc.constantFrom("a", "null", "2"),
      channelId: fc.constantFrom("list", "true", "1e3", "pager"),
      severity: fc.constantFrom("any" as const, "alert" as const),
      changes: fc.constantFrom("all" as const, "worse" as const),
      connectionId: fc.constantFrom(null, connection),
      setupId: fc.constantFrom(null, "a", "gone"),
      detectors: some(...detectorKeys),
      subject: fc.oneof(fc.constant(""), anything),
      segment: fc.constantFrom("", "$os = Android"),
      assigneeUid: fc.constantFrom(null, "ada"),
      includesFailedRuns: fc.boolean(),
      includesNewNames: fc.boolean(),
      timing: fc.oneof(
        fc.record({ kind: fc.constant("now" as const) }),
        fc.record({ kind: fc.constant("daily" as const), hour }),
        fc.record({ kind: fc.constant("weekly" as const), weekday: fc.integer({ min: 1, max: 7 }), hour }),
      ),
      timeZone: fc.constantFrom("UTC", "Asia/Tokyo"),
      quietHours: fc.constantFrom(null, { from: 22, to: 7 }),
    })
    // PagerDuty doesn't support digests.
    .map((route) => (route.channelId === "pager" ? { ...route, timing: { kind: "now" as const } } : route));

/** Files with few different ids and names, so that successive files overlap. */
const files = (connection: string): fc.Arbitrary<ConfigFile> =>
  fc
    .record({
      version: fc.constant(1 as const),
      setups: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom("a", "b", "1e3", "null"),
          name: anything,
          description: fc.oneof(fc.constant(""), anything),
          connectionId: fc.constant(connection),
          status: fc.constantFrom("active" as const, "paused" as const),
          scheduleCron: fc.constantFrom("", "0 9 * * *", "30 6 * * 1"),
          scheduleTimezone: fc.constantFrom("UTC", "Asia/Tokyo"),
          includeWeekends: fc.boolean(),
          selectedDetectors: fc.uniqueArray(
            fc.record({
              key: fc.constantFrom(...detectorKeys),
              settings: fc.record({
                checkBackDays: fc.constantFrom(...checkBackDayChoices),
                thresholdPercent: fc.integer({ min: 1, max: 100 }),
              }),
            }),
            { selector: ({ key }) => key, minLength: 1, maxLength: 3 },
          ),
        }),
        { selector: ({ id }) => id, maxLength: 4 },
      ),
      segments: fc
        .record({
          connectionId: fc.constant(connection),
          properties: fc.uniqueArray(fc.constantFrom("plan", "true", "__proto__", "1e3"), {
            minLength: 1,
            maxLength: 3,
          }),
        })
        .chain((entry) => fc.subarray([entry])),
      exclusions: fc
        .record({
          connectionId: fc.constant(connection),
          events: some("Checkout", "true", "__proto__"),
          eventProperties: fc.uniqueArray(
            fc.record({
              event: fc.constantFrom("Debug", "__proto__"),
              properties: some("plan", "constructor", "2").filter(({ length }) => length > 0),
            }),
            { selector: ({ event }) => event, maxLength: 2 },
          ),
          userProperties: some("age", "city: #1"),
        })
        .map((entry) => [entry]),
      names: fc
        .record({
          connectionId: fc.constant(connection),
          approved: some("quiz_*", "*", "null"),
          ignored: some("debug: *", "2"),
        })
        .map((entry) => [entry]),
      channels: channelsArbitrary,
      routes: fc.uniqueArray(routeArbitrary(connection), { selector: ({ id }) => id, maxLength: 3 }),
    })
    .map((file) => ({
      ...file,
      routes: file.routes.filter(({ channelId }) => file.channels.some(({ id }) => id === channelId)),
    }));

describe("any file", () => {
  it("reads back as it was written, in a fixed order", () => {
    fc.assert(
      fc.property(files("c1"), (file) => {
        const text = formatConfigFile(file);
        expect(formatConfigFile(parseConfigFile(text, "it"))).toBe(text);
      }),
    );
  });

  it("is exported unchanged after it is applied over any other, and needs no further change", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(files(connectionId), { minLength: 1, maxLength: 3 }), async (edits) => {
        for (const file of edits) {
          // Only so many strangers are sent an email a day.
          world.app.clock.advance(dayMs);
          const text = formatConfigFile(file);
          expect(await withFile(text, "apply", "--prune", "--overwrite")).toMatchObject({
            code: 0,
            note: "",
          });
          const now = await exported();
          expect(formatConfigFile(parseConfigFile(now, "it"))).toBe(text);
          expect(await withFile(text, "plan", "--prune")).toMatchObject({
            code: 0,
            out: expect.stringMatching(/^No changes\.$/m),
          });
          expect(await withFile(now, "apply", "--prune", "--json")).toMatchObject({
            code: 0,
            out: expect.stringContaining('"changes": []'),
          });
        }
      }),
      { numRuns: casesOf(8) },
    );
  });
});
