import { expect, it } from "vitest";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import type { IncidentRecord } from "./incident-record.js";

const ada = "ada" as WorkspaceId;

async function add(
  app: TestApp,
  id: string,
  minute: number,
  more: Partial<IncidentRecord> = {},
): Promise<void> {
  const createdAt = new Date(Date.UTC(2026, 10, 17, 0, minute)).toISOString();
  const incident = incidentRecord(id, "c1", { createdAt, ...more });
  await app.incidents.change(ada, id, () => ({ incident, entries: [] }));
}

const list = async (app: TestApp, query: string) => {
  const { body, headers } = await app.as("ada").get(`/api/v1/incidents?${query}`).expect(200);
  return {
    ids: (body as { id: string }[]).map(({ id }) => id),
    cursor: headers["x-next-cursor"],
  };
};

it.each([
  ["", ["mine", "muted", "android", "plain"]],
  ["status=open", ["mine", "android", "plain"]],
  ["status=muted", ["muted"]],
  ["status=closed", ["closed"]],
  ["closed=true", ["closed"]],
  ["detector=event_stopped", ["android"]],
  ["inSegment=$os = Android", ["android"]],
  ["assignedTo=ada", ["mine"]],
  ["assignedTo=nobody&status=open", ["android", "plain"]],
  ["containing=SIGNUP", ["muted"]],
  ["containing=nothing", []],
  ["detector=event_stopped&inSegment=$os = Android&assignedTo=nobody&containing=checkout", ["android"]],
])("the list with %s", async (query, ids) => {
  const app = testApp();
  const { finding } = incidentRecord("i", "c1");
  await add(app, "plain", 1);
  await add(app, "android", 2, {
    segment: { dimension: "$os", value: "Android" },
    finding: { ...finding, detector: "event_stopped" },
  });
  await add(app, "muted", 3, {
    status: "muted",
    mute: { until: "worse" },
    finding: { ...finding, headline: "Signup −60%" },
  });
  await add(app, "mine", 4, { assignee: { uid: "ada", name: "Ada" } });
  await add(app, "closed", 5, { status: "closed", isClosed: true, closedAs: "fixed" });
  expect((await list(app, query)).ids).toEqual(ids);
});

it("returns every matching incident once, however far apart they are", async () => {
  const app = testApp();
  const wanted = [0, 3, 199, 200, 401, 1_150];
  for (let minute = 0; minute < 1_200; minute++)
    await add(
      app,
      `i${minute}`,
      minute,
      wanted.includes(minute) ? { assignee: { uid: "ada", name: "Ada" } } : {},
    );
  const found: string[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const page = await list(app, `assignedTo=ada&limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...page.ids);
    cursor = page.cursor;
  }
  expect(found).toEqual(wanted.toReversed().map((minute) => `i${minute}`));
});
