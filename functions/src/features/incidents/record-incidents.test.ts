import { beforeEach, describe, expect, it, vi } from "vitest";
import type { IncidentAction } from "../../contract/incidents.js";
import type { FindingIncident } from "../../contract/results.js";
import { shortDay } from "../../contract/findings/days.js";
import { addDays } from "../../common/days.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import { evaluateRun, evaluateBlocks } from "../../engine/evaluate/evaluate-run.js";
import { blocksOf } from "../../engine/evaluate/blocks-of.js";
import { propertySeries } from "../../engine/testing/property-series.js";
import { daysUntil, seriesReader } from "../../engine/testing/series-reader.js";
import { countInput, history, lastDay, selected, steady } from "../../engine/testing/count-history.js";
import { testDependencies, type TestDependencies } from "../../testing/dependencies.js";
import { connectionRecord, incidentRecord } from "../../testing/suites/repository-suite.js";
import { ada } from "../../testing/tenants.js";
import { toAnnotations } from "../runs/steps/to-annotations.js";
import { applyAction } from "./apply-action.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";
import { recordFindings } from "../../testing/record-findings.js";
import { latestByKey, recordIncidents } from "./record-incidents.js";

let deps: TestDependencies;
let runs = 0;
/** The incidents of the last run's rows. */
let found: readonly FindingIncident[];
beforeEach(() => {
  deps = testDependencies();
});

/** Runs the engine over counts that end with `tail`. The last tested day is `after` days after the first run's. */
async function run(tail: readonly number[], after: number, thresholdPercent = 30, connectionId = "c1") {
  const day = addDays(lastDay, after);
  const counts = history({ Checkout: steady(100, tail), Other: steady(100) }, day);
  const { detectors } = evaluateRun(
    countInput(counts, {
      detectors: [selected("event_count_change", 7, thresholdPercent), selected("event_stopped")],
      annotations: toAnnotations(await deps.incidents.annotated(ada, connectionId), day),
    }),
  );
  const runId = `r${runs++}`;
  const incidentOf = await recordFindings(deps, ada, { runId, connectionId, lastTestedDay: day }, detectors);
  found = detectors.flatMap(({ rows }) => rows).flatMap((row) => incidentOf(row) ?? []);
  const { items } = await deps.incidents.list(ada, { isClosed: false }, { limit: 100 });
  const closed = await deps.incidents.list(ada, { isClosed: true }, { limit: 100 });
  return [...items, ...closed.items].map(({ entity, detectorState, status }) => [
    entity,
    detectorState,
    status,
  ]);
}

describe("a connection's incidents", () => {
  it("began on their first day however long they last, as their headlines say", async () => {
    const low = Array<number>(12).fill(40);
    for (const days of [2, 4, 6, 8, 9, 10]) await run(low.slice(0, days), days);
    const { items } = await deps.incidents.list(ada, { isClosed: false }, { limit: 100 });
    const { found } = items[0]!.finding;
    expect(found.since > addDays(lastDay, 1)).toBe(true);
    expect(found.began).toBe(addDays(lastDay, 1));
    expect(items).toMatchObject([
      {
        detectorState: "ongoing",
        finding: {
          firstBadDay: addDays(lastDay, 1),
          headline: expect.stringContaining(shortDay(addDays(lastDay, 1))),
        },
      },
    ]);
  });

  it.each([0, 40])(
    "are one for ten days at %i of 100: it ends, and events as before are no rise",
    async (rows) => {
      const tail = [...Array<number>(10).fill(rows), ...Array<number>(12).fill(100)];
      for (let days = 1; days <= tail.length; days++) await run(tail.slice(0, days), days);
      const { items } = await deps.incidents.list(ada, { isClosed: true }, { limit: 100 });
      expect(items).toMatchObject([{ entity: "Checkout", closedAs: "recovered" }]);
      const timeline = await deps.incidents.timeline(ada, items[0]!.id);
      expect(timeline.map(({ kind }) => kind)).toEqual(["opened", "recovered", "closed"]);
      expect((await deps.incidents.list(ada, { isClosed: false }, { limit: 100 })).items).toEqual([]);
    },
  );

  it("name no release of a later day beside their first day, nor do the rows of a run that only sees later days", async () => {
    await deps.connections.create(ada, connectionRecord("c1"));
    const low = Array<number>(12).fill(40);
    for (const days of [2, 4, 6, 8, 9]) await run(low.slice(0, days), days);
    const at = `${addDays(lastDay, 4)}T08:00:00.000Z`;
    const release = {
      id: "4.2.0",
      version: "4.2.0",
      createdAt: at,
      at,
      platform: null,
      url: null,
      connectionId: null,
    };
    await deps.releases.create(ada, release, toInstant(addMs(deps.clock.now(), dayMs)));
    await run(low.slice(0, 10), 10);
    const [incident] = (await deps.incidents.list(ada, { isClosed: false }, { limit: 100 })).items;
    expect(incident!.finding.found.since).toBe(addDays(lastDay, 4));
    expect(found.map(({ sameDayChange }) => sameDayChange)).toEqual([null]);
    expect(incident!.finding.sameDayChange).toBeNull();
  });

  it("keep one fault as one incident from its first run to its end, and when it returns", async () => {
    expect(await run([], 0)).toEqual([]);
    expect(await run([40, 40], 1)).toEqual([["Checkout", "new", "open"]]);
    expect(await run([40, 40, 40], 2)).toEqual([["Checkout", "ongoing", "open"]]);
    // The stop is the same problem as the drop before it.
    expect(await run([40, 40, 40, 0, 0], 4)).toEqual([["Checkout", "escalating", "open"]]);
    const back = Array<number>(7).fill(100);
    expect(await run([40, 40, 40, 0, 0, ...back], 11)).toEqual([["Checkout", "recovered", "open"]]);
    expect(await run([40, 40, 40, 0, 0, ...back, 100, 100], 13)).toEqual([
      ["Checkout", "recovered", "closed"],
    ]);
    expect(await run([40, 40, 40, 0, 0, ...back, 100, 100, 40, 40], 15)).toEqual([
      ["Checkout", "regressed", "open"],
    ]);
    const [incident] = (await deps.incidents.list(ada, { isClosed: false }, { limit: 9 })).items;
    const timeline = await deps.incidents.timeline(ada, incident!.id);
    expect(timeline.map(({ kind }) => kind)).toEqual([
      "opened",
      "escalated",
      "recovered",
      "closed",
      "regressed",
      "reopened",
    ]);
  });

  it("keep their last four weeks, with the days that were flagged", async () => {
    await run([40, 40], 0);
    const [incident] = (await deps.incidents.list(ada, { isClosed: false }, { limit: 1 })).items;
    const { heights, flaggedDays } = incident!.finding.recentDays!;
    expect(heights).toHaveLength(28);
    expect(heights.slice(-3)).toEqual([100, 40, 40]);
    expect(flaggedDays).toEqual([26, 27]);
  });

  it("are shared by setups that test the same days, but not by connections", async () => {
    await run([40, 40], 0);
    expect(await run([40, 40], 0, 20)).toHaveLength(1);
    expect(await run([40, 40], 0, 30, "c2")).toHaveLength(2);
  });

  it("aren't ended by a setup with a higher threshold", async () => {
    await run([55, 55], 0, 30);
    expect(await run([55, 55, 55], 1, 60)).toEqual([["Checkout", "new", "open"]]);
    expect(await run([55, 55, 55], 1, 30)).toEqual([["Checkout", "ongoing", "open"]]);
  });

  it("make a finding known once somebody has dealt with it, until it gets worse", async () => {
    await run([60, 60], 0);
    const [{ id }] = found as [FindingIncident];
    expect(found).toMatchObject([{ id, isKnown: false, state: "new" }]);
    const set = (change: Partial<IncidentRecord>) =>
      deps.incidents.change(ada, id, (before) => ({ incident: { ...before!, ...change }, entries: [] }));
    await set({ status: "acknowledged" });
    await run([60, 60, 60], 1);
    expect(found).toMatchObject([{ id, isKnown: true, state: "ongoing" }]);
    await set({ status: "muted", mute: { until: "unmuted" } });
    const low = Array<number>(6).fill(10);
    await run([60, 60, 60, ...low], 8);
    expect(found).toMatchObject([{ id, isKnown: false, state: "escalating" }]);
    await run([60, 60, 60, ...low, 10], 9);
    expect(found).toMatchObject([{ id, isKnown: true, state: "ongoing" }]);
    await set({ status: "closed", isClosed: true, closedAs: "false_alarm", mute: null });
    await run([60, 60, 60, ...low, 10, 10], 10);
    expect(found).toMatchObject([{ id, isKnown: true, state: "ongoing" }]);
  });

  it("can raise the threshold for one event in later runs, until that is undone", async () => {
    await run([40, 40], 0);
    const [{ id }] = found as [FindingIncident];
    const act = (action: IncidentAction) =>
      deps.incidents.change(ada, id, (before) => {
        const by = { actor: { uid: "u", name: "Ada" }, at: before!.updatedAt, assignee: null };
        return applyAction(before!, action, by) as IncidentChange;
      });
    await act({ kind: "close", reason: "false_alarm", annotation: { kind: "limit", percent: 80 } });
    expect(await run([40, 40, 40], 1)).toEqual([["Checkout", "recovered", "closed"]]);
    expect(found).toEqual([]);
    // A finding beyond the limit is reported.
    expect(await run([40, 40, 40, 1, 1], 3)).toEqual([["Checkout", "regressed", "open"]]);
    expect(found).toMatchObject([{ isKnown: false, state: "regressed" }]);
    await act({ kind: "remove_annotation" });
    expect(await run([40, 40, 40, 40, 40, 40, 40], 5)).toEqual([["Checkout", "ongoing", "open"]]);
  });

  it("are no longer followed after being over for long, even if the problem is found again", async () => {
    await run([40, 40], 0);
    await run([40, 40, ...Array<number>(7).fill(100)], 7);
    await run([40, 40], 40);
    const followed = await deps.incidents.followed(ada, "c1");
    expect(followed.map(({ detectorState }) => detectorState)).toEqual(["new"]);
    const { items } = await deps.incidents.list(ada, { isClosed: false }, { limit: 9 });
    expect(items.map(({ isFollowed }) => isFollowed).sort()).toEqual([false, true]);
  });

  it("reflect the latest day when runs are recorded out of order", async () => {
    await run([40, 40], 1);
    await run([40, 40, 100, 100, 100, 100, 100, 100, 100], 8);
    expect(await run([40, 40, 100], 2)).toEqual([["Checkout", "recovered", "open"]]);
  });
});

it("finds the end of an incident when a project is judged block by block", async () => {
  const incidentsOf = async (after: number, isLost: boolean) => {
    const day = addDays(lastDay, after);
    const days = daysUntil(day, 40);
    const rows = days.map(() => 1_000);
    const values = { '"basic"': 700, '"pro"': 300 };
    const valuesByDay = days.map((_, at) => (isLost && at >= 37 ? { null: 1_000 } : values));
    const series = ["Login", "Order"].flatMap((parent) => [
      propertySeries({ property: "coupon", parent, rows, valuesByDay: rows.map(() => values) }),
      propertySeries({ property: "plan", parent, rows, valuesByDay: parent === "Order" ? valuesByDay : [] }),
    ]);
    const { detectors } = await evaluateBlocks({
      lastDay: day,
      detectors: [selected("event_property_null_rate")],
      aggregates: blocksOf(seriesReader(days, series), 1),
      counts: null,
      profiles: null,
      previous: null,
    });
    expect(detectors[0]!.withoutFinding!.normal).toBeGreaterThan(0);
    await recordFindings(
      deps,
      ada,
      { runId: `r${runs++}`, connectionId: "c1", lastTestedDay: day },
      detectors,
    );
    const { items } = await deps.incidents.list(ada, { isClosed: false }, { limit: 9 });
    return items.map(({ entity, parent, detectorState }) => [parent, entity, detectorState]);
  };
  expect(await incidentsOf(0, true)).toEqual([["Order", "plan", "new"]]);
  expect(await incidentsOf(12, false)).toEqual([["Order", "plan", "recovered"]]);
});

it("a run whose files have been deleted changes no incidents", async () => {
  await recordIncidents(deps, ada, { id: "deleted", finishedAt: toInstant(deps.clock.now()) });
  expect((await deps.incidents.list(ada, { isClosed: false }, { limit: 9 })).items).toEqual([]);
});

it("an incident that can't be stored fails the step, so that it is tried again", async () => {
  vi.spyOn(deps.incidents, "change").mockRejectedValueOnce(new Error("Firestore is down"));
  await expect(run([40, 40], 0)).rejects.toThrow("Firestore is down");
});

it("the newest incident of a problem is the one that goes on", () => {
  const [older, newer] = ["2026-11-01", "2026-11-16"].map((day) =>
    incidentRecord(day, "c1", { createdAt: `${day}T06:00:00.000Z` }),
  ) as [IncidentRecord, IncidentRecord];
  for (const both of [
    [older, newer],
    [newer, older],
  ])
    expect(latestByKey(both).get(older.key)).toBe(newer);
});
