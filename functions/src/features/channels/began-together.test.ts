import { expect, it } from "vitest";
import type { CreateChannel, CreatedChannel } from "../../contract/channels/channels.js";
import type { IncidentFinding } from "../../contract/incidents.js";
import { plan, type Told } from "../../testing/changed-run.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { dayMs } from "../../common/time.js";
import { deliver } from "../../testing/run-world.js";
import { connectionRecord, incidentRecord } from "../../testing/suites/repository-suite.js";
import { ada } from "../../testing/tenants.js";
import { testApp } from "../../testing/test-app.js";

const channels: CreateChannel[] = [
  { kind: "slack", name: "Alerts", botToken: "xoxb-secret", channel: "#alerts" },
  { kind: "teams", name: "Data", url: "https://teams.example.com/in" },
];

const live = { kind: "annotation", name: "Checkout v2 <live>" } as const;
const base = incidentRecord("i", "c1").finding;
/** An incident of this rank that began on a day. */
const began = (
  rank: number,
  name: string,
  firstBadDay: string,
  finding: Partial<IncidentFinding> = {},
  connectionId = "c1",
) => ({
  [name]: {
    kind: name === "Worse" ? "escalated" : "opened",
    incident: {
      connectionId,
      finding: { ...base, headline: `${name} −60%`, firstBadDay, rank: String(rank), ...finding },
    },
  } satisfies Told,
});

it("says once when new incidents began together, and where the most important one would stand", async () => {
  const app = testApp();
  app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
  for (const channel of channels) {
    const { body } = await app.as("ada").post("/api/v1/channels").send(channel).expect(201);
    const route = routeBody((body as CreatedChannel).id);
    await app.as("ada").post("/api/v1/routes").send(route).expect(201);
  }
  await plan(app, "r1", {
    ...began(1, "Alone", "2026-11-20", { sameDayChange: { kind: "release", name: "4.2.0", hoursBefore: 3 } }),
    ...began(2, "First", "2026-11-21"),
    ...began(4, "Second", "2026-11-21", { sameDayChange: live }),
    ...began(3, "Other", "2026-11-19"),
    ...began(0, "Worse", "2026-11-21"),
  });
  await deliver(app);
  expect(app.outbound.sent).toHaveLength(channels.length);
  for (const { body } of app.outbound.sent) {
    const text = body!.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    const places = [
      "Worse (1)",
      "Worse −60%",
      "New (1)",
      "Alone −60%",
      "It began 3 hours after 4.2.0.",
      "Began Nov 21, the day of “Checkout v2 <live>”: 2 incidents",
      "First −60%",
      "Second −60%",
      "Other −60%",
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text.match(/Began Nov/g)).toHaveLength(1);
    expect(text.match(/It began/g)).toHaveLength(1);
  }
});

it("says in a digest of several connections which project each group and each other incident is in", async () => {
  const digestWith = async (projects: Record<string, string>) => {
    const app = testApp();
    app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
    for (const [id, projectName] of Object.entries(projects))
      await app.connections.create(ada, connectionRecord(id, { projectName, projectId: id }));
    const { body } = await app.as("ada").post("/api/v1/channels").send(channels[0]).expect(201);
    const timing = { kind: "daily", hour: 8 } as const;
    const route = { ...routeBody((body as CreatedChannel).id), timing };
    await app.as("ada").post("/api/v1/routes").send(route).expect(201);
    await plan(app, "r1", {
      ...began(1, "First", "2026-11-21"),
      ...began(2, "Second", "2026-11-21", { sameDayChange: live }),
      ...began(3, "Third", "2026-11-21", {}, "c2"),
      ...began(0, "Worse", "2026-11-20", {}, "c2"),
    });
    app.clock.advance(dayMs);
    await deliver(app);
    return app.outbound.sent.map(({ body }) => body!.replaceAll("&lt;", "<").replaceAll("&gt;", ">")).join();
  };
  const several = await digestWith({ c1: "Shop", c2: "Travel" });
  for (const text of [
    "Worse (1)",
    "Travel: Worse −60%",
    "Began Nov 21, the day of “Checkout v2 <live>”, in Shop: 2 incidents",
    "New (1)",
    "Travel: Third −60%",
  ])
    expect(several).toContain(text);
  expect(several).not.toContain("Shop: First");

  const one = await digestWith({ c1: "Shop" });
  expect(one).toContain("Began Nov 21, the day of “Checkout v2 <live>”: 2 incidents");
  expect(one).not.toContain("Shop");
});
