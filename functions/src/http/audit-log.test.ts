import { expect, it } from "vitest";
import { auditAreas, auditEntrySchema, type AuditEntry } from "../contract/workspaces.js";
import { dayMs, minuteMs, secondMs } from "../common/time.js";
import { ada } from "../testing/tenants.js";
import { testApp } from "../testing/test-app.js";

const entry = (id: string, over: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  createdAt: "2026-11-10T12:00:00.000Z",
  action: "setup.created",
  actor: { uid: "ada", email: "ada@example.com" },
  via: "web",
  target: "Checkout",
  ip: "192.0.2.1",
  ...over,
});

async function logWith(...entries: AuditEntry[]) {
  const app = testApp();
  for (const each of entries) await app.workspaces.appendAudit(ada, each);
  return app;
}

const bob = { uid: "bob", email: "Bob@example.com" };
const entries = [
  entry("early", { createdAt: "2026-11-01T00:00:00.000Z" }),
  entry("late", { createdAt: "2026-11-12T00:00:00.000Z", action: "token.created" }),
  entry("bobs", { actor: bob, via: "cli" }),
];

it.each([
  ["person=bob@example.com", ["bobs"]],
  ["person=BOB@example.com&via=cli&area=setup", ["bobs"]],
  ["person=bob@example.com&via=web", []],
  ["area=token", ["late"]],
  ["via=web", ["late", "early"]],
  ["since=2026-11-10T12:00:00Z", ["late", "bobs"]],
  ["until=2026-11-12T01:00:00%2B01:00", ["bobs", "early"]],
  ["since=2026-11-02T00:00:00Z&until=2026-11-11T00:00:00Z&area=setup", ["bobs"]],
])("filters the log by %s, in pages and in the export", async (query, expected) => {
  const app = await logWith(...entries);
  const { token } = await app.addToken(ada, "ada", "audit");
  const list = await app.withToken(token).get(`/api/v1/audit?${query}`).expect(200);
  const ids = list.body.map(({ id }: AuditEntry) => id) as string[];
  // Without the creation of the workspace and the token.
  expect(ids.filter((id) => entries.some((each) => each.id === id))).toEqual(expected);
  const file = await app.withToken(token).get(`/api/v1/audit/export?${query}`).expect(200);
  expect(file.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  const lines = file.text.split("\n").slice(0, -1);
  expect(lines.map((line) => JSON.parse(line))).toEqual(list.body);
});

it.each(["area=tokens", "via=phone", "since=yesterday", "since=2026-11-10", "until=now", "who=ada"])(
  "refuses %s",
  async (query) => {
    const app = await logWith();
    await app.as("ada").get(`/api/v1/audit?${query}`).expect(400);
    await app.as("ada").get(`/api/v1/audit/export?${query}`).expect(400);
  },
);

it("says how to write a time", async () => {
  const app = await logWith();
  const { body } = await app.as("ada").get("/api/v1/audit?since=2026-11-05").expect(400);
  expect(body.details.issues).toEqual([
    {
      path: "query.since",
      message: "Not a time: write it as 2026-11-05T14:00:00Z, or with an offset.",
    },
  ]);
});

it("every action belongs to an area to filter by", () => {
  const areas = auditEntrySchema.shape.action.options.map((action) => action.split(".")[0]);
  expect(new Set(areas)).toEqual(new Set(auditAreas));
});

it("finds what is far back in a long log, and exports all of it", async () => {
  const start = Date.parse("2026-01-01T00:00:00.000Z");
  const many = Array.from({ length: 5_300 }, (_, i) =>
    entry(`e${i}`, {
      createdAt: new Date(start + i * minuteMs).toISOString(),
      actor: i === 200 ? bob : entries[0]!.actor,
    }),
  );
  const app = await logWith(...many);
  const { token } = await app.addToken(ada, "ada", "audit");
  for (const [path, pages, found] of [
    ["/api/v1/audit?person=bob@example.com", 6, 1],
    ["/api/v1/audit/export?person=bob@example.com", 2, 1],
    ["/api/v1/audit/export?via=web&area=setup", 2, 5_300],
  ] as const) {
    const ids = new Set<string>();
    let cursor: string | undefined;
    let read = 0;
    do {
      const answer = await app
        .withToken(token)
        .get(path + (cursor ? `&cursor=${cursor}` : ""))
        .expect(200);
      const items = path.includes("export")
        ? answer.text
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line) as AuditEntry)
        : (answer.body as AuditEntry[]);
      for (const { id } of items) ids.add(id);
      cursor = answer.headers["x-next-cursor"];
      read++;
    } while (cursor);
    expect([path, read, ids.size]).toEqual([path, pages, found]);
  }
});

it("people who download the log have just logged in, and are in it once per file", async () => {
  let minutes = 11;
  const app = testApp({}, async () => ({
    uid: "ada",
    email: "ada@example.com",
    email_verified: true,
    auth_time: (app.clock.now().getTime() - minutes * minuteMs) / secondMs,
  }));
  const { body } = await app.as("ada").get("/api/v1/audit/export").expect(403);
  expect(body.code).toBe("sign-in-again");
  const downloads = async () =>
    (await app.workspaces.audit(ada, { limit: 100 })).items.filter(
      ({ action }) => action === "workspace.audit-downloaded",
    );
  expect(await downloads()).toEqual([]);
  minutes = 9;
  const { text } = await app.as("ada").get("/api/v1/audit/export").expect(200);
  expect(text).toContain("workspace.audit-downloaded");
  expect(await downloads()).toHaveLength(1);
  app.clock.advance(dayMs);
  const { token } = await app.addToken(ada, "ada", "audit");
  await app.withToken(token).get("/api/v1/audit/export").expect(200);
  expect(await downloads()).toHaveLength(1);
});

it("a token for the audit log ends with its creator's role", async () => {
  const app = await logWith();
  app.addMember(ada, "cleo", "admin");
  const { token } = await app.addToken(ada, "cleo", "audit");
  await app.withToken(token).get("/api/v1/audit").expect(200);
  await app.as("ada").patch("/api/v1/members/cleo").send({ role: "editor" }).expect(204);
  await app.withToken(token).get("/api/v1/audit").expect(403);
});
