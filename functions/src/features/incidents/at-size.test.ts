import type { Response } from "supertest";
import { expect, it, vi } from "vitest";
import type { Incident } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs } from "../../common/time.js";
import { connectionRecord, incidentRecord } from "../../testing/suites/repository-suite.js";
import { testApp } from "../../testing/test-app.js";

const ada = "ada" as WorkspaceId;
const [incidents, people] = [5_000, 50];

/** A workspace with 5,000 open incidents and 50 members, and the number of incidents read since the last look. */
async function largeWorkspace() {
  const app = testApp();
  await app.connections.create(ada, connectionRecord("c1"));
  const start = app.clock.now().getTime();
  for (let index = 0; index < incidents; index++) {
    const at = new Date(start - index * minuteMs).toISOString();
    const id = `i${index}`;
    const { finding } = incidentRecord(id, "c1");
    const rank = String(index % 100).padStart(3, "0");
    const incident = incidentRecord(id, "c1", { createdAt: at, finding: { ...finding, rank } });
    const assignee = index === incidents - 1 ? { uid: "ada", name: "Ada" } : null;
    app.db.set(ada, "incidents", id, { ...incident, assignee, isFollowed: true, entries: 0 });
  }
  for (let index = 1; index < people; index++) app.addMember("ada", `member-${index}`, "viewer");
  const lists = vi.spyOn(app.incidents, "list");
  const first = vi.spyOn(app.incidents, "mostImportant");
  const read = async (): Promise<number> => {
    const pages = await Promise.all(lists.mock.results.map(({ value }) => value));
    const tops = await Promise.all(first.mock.results.map(({ value }) => value));
    lists.mockClear();
    first.mockClear();
    return [...pages.map(({ items }) => items), ...tops].reduce((sum, { length }) => sum + length, 0);
  };
  return { app, read };
}

it("reads a page of 5,000 incidents for the inbox, a bounded part for a search and Home, and counts the rest", async () => {
  const { app, read } = await largeWorkspace();
  const page = await app.as("ada").get("/api/v1/incidents").expect(200);
  expect(page.body).toHaveLength(50);
  expect(await read()).toBe(50);

  const found: Incident[] = [];
  let requests = 0;
  for (let cursor = ""; cursor !== "end"; requests++) {
    const path = `/api/v1/incidents?assignedTo=ada${cursor && `&cursor=${cursor}`}`;
    const search: Response = await app.as("ada").get(path).expect(200);
    expect(await read()).toBeLessThanOrEqual(1_000);
    found.push(...(search.body as Incident[]));
    cursor = search.get("x-next-cursor") ?? "end";
  }
  expect(found.map(({ id }) => id)).toEqual([`i${incidents - 1}`]);
  expect(requests).toBe(incidents / 1_000);

  const home = await app.as("ada").get("/api/v1/home").expect(200);
  expect(home.body).toMatchObject([{ open: incidents }]);
  expect(await read()).toBeLessThanOrEqual(200);
  const counts = await app.as("ada").get("/api/v1/incident-counts").expect(200);
  expect(counts.body).toMatchObject({ open: incidents });
  expect(await read()).toBe(0);
});

it("reads 50 members with one read of the workspace and one of the people", async () => {
  const { app } = await largeWorkspace();
  const [members, users] = [vi.spyOn(app.workspaces, "members"), vi.spyOn(app.users, "findAll")];
  const { body } = await app.as("ada").get("/api/v1/members").expect(200);
  expect(body).toHaveLength(people);
  expect(members).toHaveBeenCalledTimes(1);
  expect(users).toHaveBeenCalledTimes(1);
});
