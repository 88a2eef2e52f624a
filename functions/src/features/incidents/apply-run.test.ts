import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FiguresOf } from "../../contract/findings/finding.js";
import type { CloseReason, NewAnnotation } from "../../contract/incidents/states.js";
import type { IncidentAction, TimelineEntry } from "../../contract/incidents.js";
import { addDays } from "../../common/days.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { toAnnotations } from "../runs/steps/to-annotations.js";
import { applyAction } from "./apply-action.js";
import { reportedChanges } from "../channels/reported-changes.js";
import { applyRun, isLongOver, openedBy, unfollowed, type TestedRun, type Verdict } from "./apply-run.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";

const noHours = { observed: [], expected: [], low: [], high: [] };

type Person = { uid: string; name: string };

const day = (count: number): string => addDays("2026-11-17", count);
const runOn = (count: number): TestedRun => ({
  id: `r${count}`,
  lastTestedDay: day(count),
  endedAt: `${day(count + 1)}T06:00:00.000Z`,
});
const flagged = (
  changePct: number,
  severity: "alert" | "warning" = "alert",
  isOver = false,
): Extract<Verdict, { kind: "flagged" }> => ({
  kind: "flagged",
  finding: { ...incidentRecord("i", "c").finding, changePct, severity },
  effect: Math.abs(changePct),
  isOver,
  isOngoing: false,
});
const normal: Verdict = { kind: "normal", isNewLevel: false, finding: null };
const newLevel: Verdict = { kind: "normal", isNewLevel: true, finding: null };

/** An incident of 60% that was found on day 0. */
const incident = (more: Partial<IncidentRecord> = {}): IncidentRecord => incidentRecord("i", "c", more);
const recovered = (more: Partial<IncidentRecord> = {}): IncidentRecord =>
  incident({ detectorState: "recovered", recoveredOn: day(0), ...more });

/** A verdict on hours of day 1 or later. */
const inHours = (observed: number, until: string): Verdict => {
  const { finding, ...verdict } = flagged(-100 + observed);
  const figures = {
    rule: "hours",
    observed,
    expected: 100,
    fromHour: "14:00",
    hours: 4,
    untilHour: "18:00",
    ofDay: noHours,
    ofDayBefore: noHours,
    arriving: [],
  } satisfies FiguresOf<"hours">;
  return { ...verdict, finding: { ...finding, found: { ...finding.found, since: until, until, figures } } };
};
const testedUntil = (day: string, hour: number, lastTestedDay: string): TestedRun => ({
  id: `${day} ${hour}`,
  lastTestedDay,
  endedAt: `${day}T23:00:00.000Z`,
  hours: { day, until: `${day}T${hour}:00:00.000Z` },
});

describe("an incident of hours", () => {
  const openedAt18 = openedBy(
    incident({ id: "h" }),
    inHours(0, day(1)) as Extract<Verdict, { kind: "flagged" }>,
    testedUntil(day(1), 18, day(0)),
  ).incident;
  const arrived: Verdict = { ...normal, isOfHours: true };

  it.each<[string, Verdict, TestedRun, Partial<IncidentRecord> | null, TimelineEntry["kind"][]]>([
    ["the same hours again", inHours(0, day(1)), testedUntil(day(1), 18, day(0)), null, []],
    ["an hour more", inHours(0, day(1)), testedUntil(day(1), 19, day(0)), { detectorState: "ongoing" }, []],
    [
      "events that arrive again",
      arrived,
      testedUntil(day(1), 19, day(0)),
      { recoveredOn: day(1) },
      ["recovered"],
    ],
    ["a run of the day before", normal, runOn(0), null, []],
    ["the whole day", flagged(-60), runOn(1), { detectorState: "ongoing" }, ["confirmed"]],
    ["a whole day that is worse", flagged(-300), runOn(1), { detectorState: "ongoing" }, ["confirmed"]],
    ["a whole day that is normal", normal, runOn(1), { recoveredOn: day(1) }, ["recovered"]],
  ])("after %s", (_case, verdict, run, expected, kinds) => {
    const change = applyRun(openedAt18, verdict, run);
    if (expected === null) return expect(change).toBeNull();
    expect(change!.incident).toMatchObject(expected);
    expect(change!.entries.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("counts the latest whole day that was tested, whatever its hours said", () => {
    const lastTestedDay = (before: Partial<IncidentRecord>, run: TestedRun) =>
      applyRun({ ...openedAt18, ...before }, inHours(0, run.hours!.day), run)!.incident.lastTestedDay;
    expect(lastTestedDay({}, testedUntil(day(2), 12, day(1)))).toBe(day(1));
    expect(lastTestedDay({ lastTestedDay: day(1) }, testedUntil(day(2), 12, day(0)))).toBe(day(1));
  });

  it("isn't changed by a whole day before its hours", () => {
    const later = { ...openedAt18, finding: inHours(0, day(3)).finding! };
    expect(applyRun(later, flagged(-60), runOn(2))).toBeNull();
    expect(applyRun(later, flagged(-60), runOn(3))).not.toBeNull();
  });

  it("that was an alert isn't worse when days that are warnings become alerts", () => {
    const { incident: warned } = applyRun(openedAt18, flagged(-60, "warning"), runOn(1))!;
    expect(warned.lastReported.severity).toBe("alert");
    expect(applyRun(warned, flagged(-60), runOn(2))!.incident.detectorState).toBe("ongoing");
    const mild = { ...openedAt18, lastReported: { severity: "warning", effect: 100 } } as const;
    const { incident: confirmed } = applyRun(mild, flagged(-60), runOn(1))!;
    expect(confirmed.lastReported.severity).toBe("alert");
  });

  it("that is over is back on a whole day after it", () => {
    const over = { ...openedAt18, recoveredOn: day(1) };
    const { finding, ...verdict } = flagged(-60);
    const next = { ...verdict, finding: { ...finding, found: { ...finding.found, until: day(2) } } };
    expect(applyRun(over, next, runOn(2))!.incident.detectorState).toBe("regressed");
  });

  it("stays over if the whole day is off only because of them, and hours of that day change nothing afterwards", () => {
    const over = applyRun(openedAt18, arrived, testedUntil(day(1), 19, day(0)))!.incident;
    const { incident: after, entries } = applyRun(over, flagged(-60), runOn(1))!;
    expect(after).toMatchObject({
      detectorState: "recovered",
      recoveredOn: day(1),
      finding: { changePct: -60 },
    });
    expect(entries).toEqual([]);
    expect(applyRun(after, inHours(0, day(1)), testedUntil(day(1), 23, day(1)))).toBeNull();
    expect(applyRun(after, inHours(0, day(2)), testedUntil(day(2), 12, day(1)))!.incident.detectorState).toBe(
      "regressed",
    );
  });
});

describe("the first day of an incident", () => {
  const release = { kind: "release", name: "2.4.0" } as const;
  const began = (more: Partial<IncidentRecord> = {}) => {
    const { finding, ...rest } = incident(more);
    return { ...rest, finding: { ...finding, firstBadDay: day(-3), sameDayChange: release } };
  };
  const since = <V extends Extract<Verdict, { kind: "flagged" }>>(verdict: V, count: number): V => ({
    ...verdict,
    finding: {
      ...verdict.finding,
      firstBadDay: day(count),
      found: { ...verdict.finding.found, since: day(count), until: day(1) },
    },
  });
  const hours = inHours(40, day(1)) as Extract<Verdict, { kind: "flagged" }>;
  const ofHours = testedUntil(day(1), 18, day(0));

  it.each([
    ["a run that sees fewer days", since(flagged(-62), -1), runOn(1), {}, -3],
    ["a run that sees more", since(flagged(-62), -4), runOn(1), {}, -4],
    ["hours of a later day", since(hours, 1), ofHours, {}, -3],
    ["its return", since(flagged(-62), 1), runOn(1), { recoveredOn: day(0) }, 1],
    ["hours in which it returns", since(hours, 1), ofHours, { recoveredOn: day(0) }, 1],
  ])("after %s", (_case, verdict, run, more, expected) => {
    const { finding } = applyRun(began(more), verdict, run)!.incident;
    expect(finding.firstBadDay).toBe(day(expected));
    expect(finding.sameDayChange).toEqual(expected === -3 ? release : null);
  });

  it("stays while it ends", () => {
    const { finding } = since(flagged(-62), -1);
    const after = applyRun(began(), { ...normal, finding }, runOn(2))!.incident;
    expect(after).toMatchObject({ recoveredOn: day(2), finding: { firstBadDay: day(-3) } });
  });
});

describe("an incident after a run", () => {
  it.each<[string, IncidentRecord, Verdict, Partial<IncidentRecord>, TimelineEntry["kind"][]]>([
    ["flagged, not worse", incident(), flagged(-62), { detectorState: "ongoing", status: "open" }, []],
    ["half again as far", incident(), flagged(-90), { detectorState: "escalating" }, ["escalated"]],
    [
      "half again as far, but by less than half the threshold",
      incident({ lastReported: { severity: "alert", effect: 10 } }),
      flagged(-16),
      { detectorState: "ongoing" },
      [],
    ],
    [
      "a warning that is now an alert",
      incident({ lastReported: { severity: "warning", effect: 60 } }),
      flagged(-61),
      { detectorState: "escalating", lastReported: { severity: "alert", effect: 61 } },
      ["escalated"],
    ],
    [
      "a warning that is still one",
      incident({ lastReported: { severity: "warning", effect: 60 } }),
      flagged(-61, "warning"),
      { detectorState: "ongoing" },
      [],
    ],
    [
      "half again as far, by half the threshold",
      incident({ lastReported: { severity: "alert", effect: 30 } }),
      flagged(-45),
      { detectorState: "escalating" },
      ["escalated"],
    ],
    [
      "worse, closed as fixed",
      incident({ status: "closed", isClosed: true, closedAs: "fixed" }),
      flagged(-90),
      { detectorState: "escalating", status: "open", isClosed: false, closedAs: null },
      ["escalated", "reopened"],
    ],
    [
      "worse, closed as expected",
      incident({ status: "closed", isClosed: true, closedAs: "expected" }),
      flagged(-90),
      { detectorState: "escalating", status: "closed" },
      ["escalated"],
    ],
    [
      "worse, closed as expected once more after it exceeded the accepted threshold",
      incident({
        status: "closed",
        isClosed: true,
        closedAs: "expected",
        annotation: { kind: "limit", percent: 50 },
      }),
      flagged(-90),
      { status: "open" },
      ["escalated", "reopened"],
    ],
    [
      "not worse, at the end of its mute",
      incident({ status: "muted", mute: { until: "time", at: runOn(1).endedAt } }),
      flagged(-60),
      { detectorState: "ongoing", status: "open", mute: null },
      ["reopened"],
    ],
    ["normal", incident(), normal, { detectorState: "recovered", recoveredOn: day(1) }, ["recovered"]],
    ["at a new level", incident(), newLevel, { detectorState: "new_level" }, ["new_level"]],
    [
      "flagged, but over",
      incident(),
      flagged(-60, "alert", true),
      { detectorState: "recovered", status: "open" },
      ["recovered"],
    ],
    ["back", recovered(), flagged(-40), { detectorState: "regressed", recoveredOn: null }, ["regressed"]],
    [
      "back, acknowledged",
      recovered({ status: "acknowledged" }),
      flagged(-40),
      { detectorState: "regressed", status: "open" },
      ["regressed", "reopened"],
    ],
    [
      "back, closed automatically",
      recovered({ status: "closed", isClosed: true, closedAs: "recovered" }),
      flagged(-40),
      { detectorState: "regressed", status: "open", isClosed: false, closedAs: null },
      ["regressed", "reopened"],
    ],
    [
      "back, closed as expected the last time",
      recovered({ status: "closed", isClosed: true, closedAs: "expected" }),
      flagged(-40),
      { detectorState: "regressed", status: "open", isClosed: false, closedAs: null },
      ["regressed", "reopened"],
    ],
    [
      "worse, closed as a false alarm",
      incident({ status: "closed", isClosed: true, closedAs: "false_alarm" }),
      flagged(-95),
      { detectorState: "escalating", status: "closed", closedAs: "false_alarm" },
      ["escalated"],
    ],
    [
      "worse than the threshold that was raised for it",
      incident({
        status: "closed",
        isClosed: true,
        closedAs: "false_alarm",
        annotation: { kind: "limit", percent: 60 },
      }),
      flagged(-95),
      { detectorState: "escalating", status: "open", isClosed: false, closedAs: null },
      ["escalated", "reopened"],
    ],
    [
      "worse when a mute's time is up",
      incident({ status: "muted", mute: { until: "time", at: `${day(1)}T00:00:00.000Z` } }),
      flagged(-95),
      { detectorState: "escalating", status: "open", mute: null },
      ["escalated", "reopened"],
    ],
    [
      "back when a mute's time is up",
      recovered({ status: "muted", mute: { until: "time", at: `${day(1)}T00:00:00.000Z` } }),
      flagged(-60),
      { detectorState: "regressed", status: "open", mute: null },
      ["regressed", "reopened"],
    ],
    [
      "worse, muted until then",
      incident({ status: "muted", mute: { until: "worse" } }),
      flagged(-95),
      { detectorState: "escalating", status: "open", mute: null },
      ["escalated", "reopened"],
    ],
    [
      "worse, muted for good",
      incident({ status: "muted", mute: { until: "unmuted" } }),
      flagged(-95),
      { detectorState: "escalating", status: "muted" },
      ["escalated"],
    ],
    [
      "flagged when a mute's time is up",
      incident({ status: "muted", mute: { until: "time", at: `${day(1)}T00:00:00.000Z` } }),
      flagged(-60),
      { detectorState: "ongoing", status: "open", mute: null },
      ["reopened"],
    ],
    [
      "flagged, muted until a version that has arrived since",
      incident({ status: "muted", mute: { until: "next_version" }, mutedOn: day(0) }),
      flagged(-60),
      { detectorState: "ongoing", status: "open", mute: null },
      ["reopened"],
    ],
    [
      "flagged, muted until a version that had arrived before",
      incident({ status: "muted", mute: { until: "next_version" }, mutedOn: day(1) }),
      flagged(-60),
      { detectorState: "ongoing", status: "muted" },
      [],
    ],
    [
      "normal, muted until then",
      incident({ status: "muted", mute: { until: "recovered" } }),
      normal,
      { detectorState: "recovered", status: "open", mute: null },
      ["recovered"],
    ],
    ["normal the day after it ended", recovered(), normal, { status: "open" }, []],
  ])("%s", (_name, before, verdict, after, kinds) => {
    const change = applyRun(before, verdict, { ...runOn(1), versionDays: [day(0), day(1)] })!;
    expect(change.incident).toMatchObject({ ...after, lastTestedDay: day(1) });
    expect(change.entries.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("closes automatically two tested days after its end, and keeps its assignee", () => {
    const assignee = { uid: "u", name: "Ada" };
    const { incident: after, entries } = applyRun(recovered({ assignee }), normal, runOn(2))!;
    expect(after).toMatchObject({ status: "closed", isClosed: true, closedAs: "recovered", assignee });
    expect(entries).toMatchObject([{ kind: "closed", text: "recovered", actor: null }]);
    const statusAfter = (status: "acknowledged" | "muted") =>
      applyRun(recovered({ status }), normal, runOn(2))!.incident.status;
    expect(["acknowledged", "muted"].map((status) => statusAfter(status as "muted"))).toEqual([
      "closed",
      "muted",
    ]);
  });

  it("opens, and recovers in the same run if it is already over", () => {
    const subject = incident();
    expect(openedBy(subject, flagged(-60), runOn(1))).toMatchObject({
      incident: { detectorState: "new", status: "open", recoveredOn: null },
      entries: [{ kind: "opened" }],
    });
    // It was part of another problem until now.
    const part = openedBy(subject, { ...flagged(-60), isOngoing: true }, runOn(1));
    expect(part.incident.detectorState).toBe("ongoing");
    const told = openedBy(subject, flagged(-60), runOn(1));
    const withIds = ({ incident: changed, entries }: typeof told) => ({
      incident: changed,
      entries: entries.map((entry, i) => ({ ...entry, id: `e${i}` })),
    });
    expect(
      [told, part].map((one) => reportedChanges([withIds(one)], () => null).map(({ kind }) => kind)),
    ).toEqual([["opened"], []]);
    expect(openedBy(subject, flagged(-60, "alert", true), runOn(1))).toMatchObject({
      incident: { detectorState: "recovered", recoveredOn: day(1) },
      entries: [{ kind: "opened" }, { kind: "recovered" }],
    });
  });

  it("is back again each time that it returns within 28 days", () => {
    const kinds: string[] = [];
    let now = openedBy(incident(), flagged(-60), runOn(0)).incident;
    for (const [index, verdict] of [normal, normal, normal, flagged(-60), normal, flagged(-60)].entries()) {
      const change = applyRun(now, verdict, runOn(index + 1))!;
      now = change.incident;
      kinds.push(...change.entries.map(({ kind }) => kind));
    }
    expect(kinds).toEqual(["recovered", "closed", "regressed", "reopened", "recovered", "regressed"]);
  });

  it("is a new incident when it comes back after more than 28 days", () => {
    expect(isLongOver(recovered(), day(28))).toBe(false);
    expect(isLongOver(recovered(), day(29))).toBe(true);
    expect(unfollowed(recovered(), runOn(28))).toBeNull();
    expect(unfollowed(recovered(), runOn(29))).toMatchObject({
      incident: { isFollowed: false },
      entries: [],
    });
    expect(unfollowed(recovered({ isFollowed: false }), runOn(29))).toBeNull();
  });
});

describe("acknowledging an incident", () => {
  const [ada, ben] = ["Ada", "Ben"].map((name) => ({ uid: name.toLowerCase(), name })) as [Person, Person];
  const closedBy = (by: Person, time: string): Partial<IncidentRecord> => {
    const at = `${day(1)}T${time}:00.000Z`;
    return {
      status: "closed",
      isClosed: true,
      closedAs: "fixed",
      closedAt: at,
      decision: { status: "closed", by, at },
    };
  };
  const acknowledge = (more: Partial<IncidentRecord>, assignee: Person | null) =>
    applyAction(
      incident(more),
      { kind: "acknowledge" },
      { actor: ada, at: `${day(1)}T08:00:00.000Z`, assignee },
    );

  it.each<[string, Partial<IncidentRecord>, Person | null, Person | null, TimelineEntry["kind"][]]>([
    ["assigns it if it was unassigned", {}, ada, ada, ["acknowledged", "assigned"]],
    [
      "assigns it if it was muted, too",
      { status: "muted", mute: { until: "worse" } },
      ada,
      ada,
      ["acknowledged", "assigned"],
    ],
    ["keeps its assignee", { assignee: ben }, ada, ben, ["acknowledged"]],
    ["assigns nobody if no person did it", {}, null, null, ["acknowledged"]],
  ])("%s", (_name, more, by, assignee, kinds) => {
    const change = acknowledge(more, by) as Exclude<IncidentChange, null>;
    expect(change.incident).toMatchObject({ status: "acknowledged", mute: null, assignee });
    expect(change.entries.map(({ kind }) => kind)).toEqual(kinds);
    const worse = applyRun(change.incident, flagged(-100), runOn(2));
    expect(worse?.incident).toMatchObject({ status: "open", assignee });
  });

  it("records who did it, even after a run has reopened it", () => {
    const { incident: taken } = acknowledge({}, ada) as Exclude<IncidentChange, null>;
    const decision = { status: "acknowledged", by: ada, at: `${day(1)}T08:00:00.000Z` };
    expect(taken).toMatchObject({ decision });
    expect(applyRun(taken, flagged(-100), runOn(2))?.incident).toMatchObject({ status: "open", decision });
  });

  it.each<[string, Partial<IncidentRecord>, string]>([
    ["by somebody", closedBy(ben, "07:45"), "Ben closed it 15 minutes ago. Reopen it first."],
    ["just now", closedBy(ben, "07:59"), "Ben closed it a minute ago. Reopen it first."],
    ["by the same person", closedBy(ada, "06:50"), "You closed it an hour ago. Reopen it first."],
    [
      "by itself",
      { ...closedBy(ben, "04:00"), closedAs: "recovered" },
      "It closed automatically 4 hours ago. Reopen it first.",
    ],
    [
      "before that was stored",
      { ...closedBy(ben, "04:00"), decision: null },
      "This incident is already closed. Reopen it first.",
    ],
  ])("is refused when it was closed %s", (_name, more, refusal) => {
    expect(acknowledge(more, ada)).toBe(refusal);
  });

  it("changes nothing the second time", () => {
    expect(acknowledge({ status: "acknowledged" }, ada)).toBeNull();
  });
});

describe("an action", () => {
  const by = { actor: { uid: "u", name: "Ada" }, at: `${day(1)}T08:00:00.000Z`, assignee: null };
  const past = `${day(1)}T07:59:00.000Z`;
  const soon = `${day(1)}T08:01:00.000Z`;

  it.each<[string, Partial<IncidentRecord>, IncidentAction, string | null]>([
    [
      "muting until now",
      {},
      { kind: "mute", mute: { until: "time", at: by.at } },
      "Choose a time in the future.",
    ],
    [
      "muting until earlier",
      {},
      { kind: "mute", mute: { until: "time", at: past } },
      "Choose a time in the future.",
    ],
    [
      "muting until it recovers when it has",
      { recoveredOn: day(0) },
      { kind: "mute", mute: { until: "recovered" } },
      "This incident has already recovered.",
    ],
    [
      "closing what is closed",
      { status: "closed", isClosed: true, closedAs: "recovered", closedAt: past },
      { kind: "close", reason: "fixed" },
      "It closed automatically a minute ago.",
    ],
    ["reopening what is open", {}, { kind: "reopen" }, null],
    ["assigning nobody to what nobody is assigned to", {}, { kind: "assign", uid: null }, null],
    [
      "a threshold for a check that has none",
      { finding: { ...incident().finding, detector: "event_stopped" } },
      { kind: "close", reason: "expected", annotation: { kind: "limit", percent: 50 } },
      "This check has no threshold.",
    ],
  ])("that makes no sense is refused or does nothing: %s", (_name, more, action, expected) => {
    expect(applyAction(incident(more), action, by)).toBe(expected);
  });

  it.each<[string, Partial<IncidentRecord>, IncidentAction, string]>([
    ["muting until later", {}, { kind: "mute", mute: { until: "time", at: soon } }, soon],
    ["muting until it recovers", {}, { kind: "mute", mute: { until: "recovered" } }, "recovered"],
    ["muting what is over", { recoveredOn: day(0) }, { kind: "mute", mute: { until: "worse" } }, "worse"],
  ])("that makes sense is in the timeline: %s", (_name, more, action, text) => {
    const change = applyAction(incident(more), action, by);
    expect(change).toMatchObject({ incident: { status: "muted" }, entries: [{ kind: "muted", text }] });
  });

  it("that is repeated keeps the time of the first acknowledgement", () => {
    const again = applyAction(incident({ acknowledgedAt: past }), { kind: "acknowledge" }, by);
    expect(again).toMatchObject({ incident: { status: "acknowledged", acknowledgedAt: past } });
  });

  it("that comments counts once per id, and remembers the last 20 ids", () => {
    const comment = (now: IncidentRecord, id: string) =>
      applyAction(now, { kind: "comment", text: "Looking.", id }, by);
    let now = incident();
    for (let i = 0; i < 21; i++) now = (comment(now, `c${i}`) as Exclude<IncidentChange, null>).incident;
    expect(now.comments.count).toBe(21);
    expect(now.comments.latestIds).toHaveLength(20);
    expect(comment(now, "c20")).toBeNull();
    expect(comment(now, "c0")).toMatchObject({ incident: { comments: { count: 22 } } });
  });
});

describe("an annotation", () => {
  const by = { actor: { uid: "u", name: "Ada" }, at: `${day(1)}T08:00:00.000Z`, assignee: null };
  const close = (
    annotation: NewAnnotation,
    more: Partial<IncidentRecord> = {},
    reason: CloseReason = "expected",
  ) => applyAction(incident(more), { kind: "close", reason, annotation }, by);

  it("is added when an incident is closed, ends with it, and can be removed", () => {
    const change = close({ kind: "leave_out" });
    const after = (change as { incident: IncidentRecord }).incident;
    expect(change).toMatchObject({
      incident: { isAnnotated: true, annotation: { kind: "leave_out", from: day(-1), to: null } },
      entries: [{ kind: "closed" }, { kind: "annotated", text: "leave_out" }],
    });
    expect(toAnnotations([after], day(3))).toEqual([
      {
        kind: "leave_out",
        about: { kind: "event", event: "Checkout Started" },
        from: day(-1),
        to: day(3),
      },
    ]);
    expect(applyRun(after, normal, runOn(4))?.incident.annotation).toMatchObject({ to: day(3) });
    for (const kind of ["remove_annotation", "reopen"] as const)
      expect(applyAction(after, { kind }, by)).toMatchObject({
        incident: { annotation: null, isAnnotated: false },
      });
    expect(applyAction(incident(), { kind: "remove_annotation" }, by)).toBeNull();
    expect(close({ kind: "leave_out" }, { recoveredOn: day(2) })).toMatchObject({
      incident: { annotation: { to: day(1) } },
    });
    expect(close({ kind: "leave_out" })).toMatchObject({
      incident: { detectorState: "new", recoveredOn: null },
    });
    expect(close({ kind: "new_level" })).toMatchObject({
      incident: { annotation: { from: day(-1) }, detectorState: "new_level", recoveredOn: day(0) },
    });
    expect(close({ kind: "limit", percent: 50 }, {}, "false_alarm")).toMatchObject({
      incident: { annotation: { percent: 50 }, detectorState: "recovered", recoveredOn: day(0) },
      entries: [{ kind: "closed" }, { kind: "annotated", text: "limit 50" }],
    });
    const ended = { kind: "leave_out", from: day(-1), to: day(0) } as const;
    expect(applyRun(incident({ annotation: ended }), normal, runOn(4))?.incident.annotation).toEqual(ended);
    expect(toAnnotations([incident()], day(3))).toEqual([]);
    const segment = { dimension: "$os", value: "iOS" };
    const inside = close({ kind: "new_level" }, { segment }) as { incident: IncidentRecord };
    expect(toAnnotations([inside.incident], day(3))).toMatchObject([{ kind: "new_level", segment }]);
  });

  it("is possible for an event whose name looks like one that the checks make up", () => {
    const subject = { kind: "event", event: "(beta) Checkout" } as const;
    const after = close({ kind: "new_level" }, { subject }) as { incident: IncidentRecord };
    expect(toAnnotations([after.incident], day(3))).toMatchObject([{ about: subject }]);
  });

  const ios = { dimension: "$os", value: "iOS" };
  it.each<[string, NewAnnotation, Partial<IncidentRecord>, CloseReason]>([
    ["for an incident closed as fixed", { kind: "new_level" }, {}, "fixed"],
    [
      "for a whole segment",
      { kind: "new_level" },
      { subject: { kind: "group", of: { by: "segment", segment: ios }, members: [], size: 3 } },
      "expected",
    ],
    ["for the whole project", { kind: "leave_out" }, { subject: { kind: "project" } }, "expected"],
    ["with a threshold that is no higher", { kind: "limit", percent: 30 }, {}, "false_alarm"],
  ])("is refused %s", (_name, annotation, more, reason) => {
    expect(typeof close(annotation, more, reason)).toBe("string");
  });
});

describe("for random sequences of runs and actions", () => {
  const verdicts = fc.oneof(
    fc.integer({ min: 30, max: 100 }).map((change) => flagged(-change)),
    fc.integer({ min: 15, max: 60 }).map((change) => flagged(-change, "warning")),
    fc.constant(flagged(-50, "alert", true)),
    fc.constantFrom(normal, newLevel),
  );
  const actions = fc.constantFrom<IncidentAction>(
    { kind: "acknowledge" },
    { kind: "assign", uid: "u" },
    { kind: "assign", uid: null },
    { kind: "mute", mute: { until: "worse" } },
    { kind: "mute", mute: { until: "recovered" } },
    { kind: "mute", mute: { until: "unmuted" } },
    { kind: "close", reason: "fixed" },
    { kind: "close", reason: "false_alarm" },
    { kind: "reopen" },
    { kind: "comment", text: "Looking." },
  );
  const steps = fc.array(fc.oneof(verdicts, actions), { maxLength: 40 });

  it("the timeline matches the state, and a run that comes twice or late changes nothing", () => {
    fc.assert(
      fc.property(steps, (life) => {
        let { incident: now, entries } = openedBy(incident(), flagged(-60), runOn(0));
        const timeline = [...entries];
        life.forEach((step, index) => {
          const run = runOn(index + 1);
          const by = {
            actor: { uid: "u", name: "Ada" },
            at: run.endedAt,
            assignee:
              step.kind === "acknowledge" || (step.kind === "assign" && step.uid !== null)
                ? { uid: "u", name: "Ada" }
                : null,
          };
          const change =
            step.kind === "flagged" || step.kind === "normal"
              ? applyRun(now, step, run)
              : applyAction(now, step, by);
          if (change === null || typeof change === "string") return;
          ({ incident: now, entries } = change);
          timeline.push(...entries);
          expect(applyRun(now, flagged(-99), { ...run, lastTestedDay: now.lastTestedDay })).toBeNull();
          expect(applyRun(now, normal, runOn(0))).toBeNull();
        });
        expect(now.isClosed).toBe(now.status === "closed");
        expect(now.mute !== null).toBe(now.status === "muted");
        expect(now.closedAs !== null).toBe(now.status === "closed");
        expect(now.recoveredOn !== null).toBe(isOver(timeline));
        expect(now.status).toBe(statusOf(timeline));
        const assigned = timeline.findLast(({ kind }) => kind === "assigned" || kind === "unassigned");
        expect(now.assignee?.name).toBe(assigned?.kind === "assigned" ? assigned.text : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it("runs that come late, again or out of order don't change the result", () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), verdicts), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, (all) => {
        const live = (runs: typeof all) =>
          runs.reduce(
            ({ incident: now, timeline }, [count, verdict]) => {
              const change = applyRun(now, verdict, runOn(count));
              return change
                ? { incident: change.incident, timeline: [...timeline, ...change.entries] }
                : { incident: now, timeline };
            },
            { incident: openedBy(incident(), flagged(-60), runOn(0)).incident, timeline: [] as object[] },
          );
        const latest = (index: number) => Math.max(0, ...all.slice(0, index).map(([count]) => count));
        const inTime = all.filter(([count], index) => count > latest(index));
        expect(live(all)).toEqual(live(inTime));
        expect(live([...all, ...all])).toEqual(live(inTime));
      }),
      { numRuns: 300 },
    );
  });

  const isOver = (timeline: readonly { kind: string }[]): boolean =>
    ["recovered", "new_level"].includes(
      timeline.findLast(({ kind }) => ["opened", "recovered", "new_level", "regressed"].includes(kind))!.kind,
    );

  /** A mute "until it recovers" ends with the recovery, without an entry of its own. */
  function statusOf(timeline: readonly { kind: string; text: string }[]): string {
    let status = "open";
    for (const { kind, text } of timeline) {
      if (kind === "acknowledged" || kind === "muted" || kind === "closed") status = kind;
      if (kind === "muted" && text === "recovered") status = "muted until recovered";
      if (kind === "reopened") status = "open";
      if ((kind === "recovered" || kind === "new_level") && status === "muted until recovered")
        status = "open";
    }
    return status === "muted until recovered" ? "muted" : status;
  }
});
