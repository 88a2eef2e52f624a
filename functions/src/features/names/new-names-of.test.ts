import { expect, it } from "vitest";
import type { NamesInRun } from "../../engine/names/names.js";
import { deliver, lastDay, project, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { recordNames } from "./record-names.js";

const inRun = (to: string, names: string[]): NamesInRun => ({
  from: "2026-10-01",
  to,
  names: names.map((name) => ({
    kind: "event",
    name,
    firstDay: lastDay,
    lastDay,
    perDay: 100,
    events: [],
    eventCount: 0,
    seenOn: null,
    valueKind: null,
  })),
  renames: [],
  typeChanges: [],
  personalData: [],
});

/** A run that notices these events first. */
async function runWithNewEvents(...names: string[]) {
  const deps = await runWorld();
  const { id } = await startRun(deps, workspaceId, setupId);
  const connection = await deps.connections.get(workspaceId, project.id);
  await recordNames(deps, workspaceId, connection, "earlier", inRun("2026-11-16", []));
  await recordNames(deps, workspaceId, connection, id, inRun(lastDay, names));
  return deps;
}

it("a run's email says what is new about names, with a link to review it", async () => {
  const deps = await runWithNewEvents("Quiz <b>Done</b>", "Quiz Started");
  await deliver(deps);
  const { text, html } = deps.mailer.sent[0]!;
  expect(text).toContain("New in your tracking: 2 new events (Quiz Started, Quiz <b>Done</b>)\n");
  expect(text).toContain(`http://app.test/data-settings/new?connection=${project.id}`);
  expect(html).toContain("Quiz &#60;b&#62;Done");
});

it("it says nothing of names that people have decided about, or if there are none", async () => {
  const decided = await runWithNewEvents("Quiz Done");
  await decided.schema.changeNameDecisions(workspaceId, project.id, (before) => ({
    ...before,
    patterns: [
      { pattern: "quiz*", state: "approved", by: "ada", at: "2026-11-17T00:00:00Z", isFromFile: false },
    ],
  }));
  const none = await runWithNewEvents();
  for (const deps of [decided, none]) {
    await deliver(deps);
    expect(deps.mailer.sent[0]!.text).not.toContain("New in your tracking");
  }
});
