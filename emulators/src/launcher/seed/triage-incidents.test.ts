import { expect, it } from "vitest";
import { incidentRecord } from "../../../../functions/src/testing/suites/repository-suite.js";
import { testApp, type TestApp } from "../../../../functions/src/testing/test-app.js";
import type { Subject } from "../../../../functions/src/contract/findings/finding.js";
import type { WorkspaceId } from "../../../../functions/src/contract/workspaces.js";
import type { ProductClient } from "./product-client.js";
import { triageIncidents } from "./triage-incidents.js";

const workspaceId = "ada" as WorkspaceId;

/** A client of the product's API in memory. */
const clientOf = (app: TestApp): ProductClient =>
  ({
    get: async (path: string) => (await app.as("ada").get(path).expect(200)).body as unknown,
    post: async (path: string, body: object) =>
      (await app.as("ada").post(path).send(body).expect(200)).body as unknown,
  }) as unknown as ProductClient;

it("leaves incidents in every status, once", async () => {
  const app = testApp();
  app.addMember("ada", "eve", "editor");
  await app.as("eve").get("/api/auth/user");
  for (let n = 0; n < 10; n++) {
    // An incident about a whole project can't change later runs.
    const subject: Subject = n === 4 ? { kind: "project" } : { kind: "event", event: `Event ${n}` };
    const createdAt = `2026-11-18T06:0${n}:00.000Z`;
    const incident = incidentRecord(`i${n}`, "c1", { subject, createdAt });
    await app.incidents.change(workspaceId, `i${n}`, () => ({ incident, entries: [] }));
  }
  expect(await triageIncidents(clientOf(app))).toBe(6);
  const all = app.db.all<ReturnType<typeof incidentRecord>>(workspaceId, "incidents");
  expect(all.map(({ status, closedAs }) => closedAs ?? status).sort()).toEqual([
    "acknowledged",
    "expected",
    "false_alarm",
    "fixed",
    "muted",
    ...Array<string>(5).fill("open"),
  ]);
  const ended = all.map(({ detectorState }) => detectorState).filter((state) => state !== "new");
  expect(ended.sort()).toEqual(["new_level", "recovered"]);
  expect(all.find(({ subject }) => subject.kind === "project")).toMatchObject({ annotation: null });
  // Acknowledging an unassigned incident assigns it.
  expect(all.flatMap(({ assignee }) => assignee?.uid ?? []).sort()).toEqual(["ada", "eve"]);
  expect(await triageIncidents(clientOf(app))).toBe(0);
});
