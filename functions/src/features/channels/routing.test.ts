import { describe, expect, it } from "vitest";
import { routeBody } from "../../testing/foreign-calls.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { matchesIncident, matchesPattern } from "./match-route.js";
import { dueTime } from "./plan-deliveries.js";

describe("when a route sends", () => {
  const nineHours = { from: 22, to: 7 };
  it.each([
    ["at once", {}, "2026-11-18T12:00:00.000Z", null],
    ["outside of quiet hours", { quietHours: nineHours }, "2026-11-18T12:00:00.000Z", null],
    [
      "in quiet hours before midnight",
      { quietHours: nineHours },
      "2026-11-18T22:30:00.000Z",
      "2026-11-19T06:00:00.000Z",
    ],
    [
      "in quiet hours after midnight",
      { quietHours: nineHours },
      "2026-11-18T02:30:00.000Z",
      "2026-11-18T06:00:00.000Z",
    ],
    ["when quiet hours end", { quietHours: nineHours }, "2026-11-18T06:00:00.000Z", null],
    [
      "daily, before the hour",
      { timing: { kind: "daily", hour: 8 } },
      "2026-11-18T06:59:00.000Z",
      "2026-11-18T07:00:00.000Z",
    ],
    [
      "daily, at the hour",
      { timing: { kind: "daily", hour: 8 } },
      "2026-11-18T07:00:00.000Z",
      "2026-11-19T07:00:00.000Z",
    ],
    [
      "weekly, on a Wednesday for Monday",
      { timing: { kind: "weekly", weekday: 1, hour: 8 } },
      "2026-11-18T12:00:00.000Z",
      "2026-11-23T07:00:00.000Z",
    ],
    [
      "weekly, on that day before the hour",
      { timing: { kind: "weekly", weekday: 3, hour: 20 } },
      "2026-11-18T12:00:00.000Z",
      "2026-11-18T19:00:00.000Z",
    ],
    [
      "daily over the clock change",
      { timing: { kind: "daily", hour: 8 } },
      "2026-03-28T20:00:00.000Z",
      "2026-03-29T06:00:00.000Z",
    ],
  ] as const)("%s", (_, change, at, expected) => {
    expect(dueTime({ ...routeBody("c"), timeZone: "Europe/Berlin", ...change }, at)).toBe(expected);
  });
});

describe("which incidents a route sends", () => {
  const incident = incidentRecord("i", "c1", {
    entity: "payment_method",
    parent: "Payment Info Added",
    segment: { dimension: "$os", value: "Android" },
    assignee: { uid: "ana", name: "Ana" },
  });
  it.each([
    [{}, true],
    [{ severity: "alert" }, true],
    [{ connectionId: "c1" }, true],
    [{ connectionId: "c2" }, false],
    [{ setupId: "s1" }, true],
    [{ setupId: "s2" }, false],
    [{ detectors: ["event_count_change"] }, true],
    [{ detectors: ["event_stopped"] }, false],
    [{ subject: "Payment*" }, true],
    [{ subject: "payment info added" }, true],
    [{ subject: "Checkout*" }, false],
    [{ segment: "$os = *" }, true],
    [{ segment: "$os = iOS" }, false],
    [{ assigneeUid: "ana" }, true],
    [{ assigneeUid: "ben" }, false],
  ] as const)("%o: %s", (change, expected) => {
    expect(
      matchesIncident(
        { ...routeBody("c"), ...change, detectors: [...("detectors" in change ? change.detectors : [])] },
        incident,
        "s1",
      ),
    ).toBe(expected);
  });

  it("takes a likely cause as the segment, as the incident's page shows it", () => {
    const { segment, ...whole } = incident;
    const finding = { ...incident.finding, causeSegment: { ...segment!, share: 0.9, others: 0.1 } };
    const caused = { ...whole, segment: null, finding };
    const route = { ...routeBody("c"), detectors: [] };
    expect(matchesIncident({ ...route, segment: "$os = Android" }, caused, null)).toBe(true);
    expect(matchesIncident({ ...route, segment: "$os = iOS" }, caused, null)).toBe(false);
  });

  it.each([
    ["", "anything", true],
    ["*", "", true],
    ["a*c", "abc", true],
    ["a*b*c", "a-b-c", true],
    ["a*b*c", "acb", false],
    ["ab*ba", "aba", false],
    ["*x*", "axb", true],
    ["a.c", "abc", false],
    ["*".repeat(200), "a".repeat(10_000), true],
  ])("the pattern %s on a text", (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });
});
