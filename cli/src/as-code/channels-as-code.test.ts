import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import {
  channelKindNames,
  channelKindOf,
  optionalSecretsOf,
  secretFieldOf,
} from "../../../functions/src/contract/channels/kinds.js";
import { channelSamples } from "../../../functions/src/testing/channel-samples.js";
import { routeBody } from "../../../functions/src/testing/foreign-calls.js";
import { newMembersRoute } from "../../../functions/src/contract/channels/routes.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { cliWorld, type CliWorld } from "../testing/cli-world.js";

let world: CliWorld;
beforeEach(async () => {
  world = await cliWorld("write");
  world.app.db.delete(ada, "routes", "members");
});
afterEach(() => world.close());

const ada = "ada" as WorkspaceId;
const secret = "xoxb-very-secret";
const withSecrets = (secrets: object) => ({
  PLUMBLINE_URL: world.url,
  PLUMBLINE_TOKEN: world.token,
  ...secrets,
});
/** Runs a command with a configuration file on standard input. */
const withFile = (text: string, args: string[], secrets: object = { PLUMBLINE_SLACK: secret }) =>
  world.run([...args, "-"], withSecrets(secrets), text);
const exported = async () => (await world.run(["export"])).out;

const file = `version: 1
setups: []
channels:
  - id: alerts
    kind: slack
    name: Alerts
    channel: "#data-alerts"
    botToken:
      env: PLUMBLINE_SLACK
  - id: team
    kind: email
    name: Data team
    addresses:
      - ada@example.com
      - bob@example.com
routes:
  - id: worse
    channelId: alerts # Alerts
    severity: alert
    changes: worse
    subject: Checkout*
    quietHours:
      from: 22
      to: 7
  - id: weekly
    channelId: team # Data team
    timing:
      kind: weekly
      weekday: 1
      hour: 8
    timeZone: Europe/Paris
`;

it("creates channels and routes with their secrets, and exports the same file", async () => {
  const planned = await withFile(file, ["plan"]);
  expect(planned).toEqual({
    code: 1,
    out: `+ channel alerts (Alerts)
    kind: slack
    channel: #data-alerts
    botToken: $PLUMBLINE_SLACK
+ channel team (Data team)
    kind: email
    addresses: ada@example.com, bob@example.com
+ route weekly (to team)
    timing: Mondays at 08:00
    timeZone: Europe/Paris
+ route worse (to alerts)
    severity: alert
    changes: worse
    subject: Checkout*
    quietHours: 22:00 to 07:00
4 changes to make.
`,
    note: "",
  });
  const applied = await withFile(file, ["apply"]);
  expect(applied).toMatchObject({ code: 0, note: "" });
  await world.app.as("ada").post("/api/v1/channels/alerts/test").expect(200);
  expect(world.app.outbound.sent.at(-1)!.headers).toMatchObject({ authorization: `Bearer ${secret}` });

  const text = await exported();
  expect(text).toBe(
    file.replace(/ {2}- id: worse[^]*(?= {2}- id: weekly)/, "") +
      file.match(/ {2}- id: worse[^]*(?= {2}- id: weekly)/)![0],
  );
  for (const shown of [planned.out, applied.out, text]) expect(shown).not.toContain(secret);
  // Unchanged entries aren't sent again, so no secret is needed.
  expect(await withFile(text, ["apply"], {})).toMatchObject({ code: 0, out: "No changes.\n" });
});

it.each(channelKindNames.filter((kind) => channelKindOf(kind).receives === "findings"))(
  "applies and exports a channel of the kind %s, which is then unchanged",
  async (kind) => {
    const field = secretFieldOf(kind);
    const optional = optionalSecretsOf(kind);
    const sample: Record<string, unknown> = Object.fromEntries(
      Object.entries(channelSamples[kind][0]).filter(([name]) => !optional.includes(name)),
    );
    const value = field === null ? {} : { PLUMBLINE_SECRET: String(sample[field]) };
    const channel = { id: "one", ...sample, ...(field !== null && { [field]: { env: "PLUMBLINE_SECRET" } }) };
    const text = JSON.stringify({ version: 1, setups: [], channels: [channel], routes: [] });
    expect(await withFile(text, ["apply"], value)).toMatchObject({ code: 0 });
    const { channels } = parse(await exported()) as { channels: unknown[] };
    expect(channels).toEqual([channel]);
    expect(await withFile(text, ["apply"], {})).toMatchObject({ code: 0, out: "No changes.\n" });
  },
);

it.each(["GITHUB_TOKEN", "PLUMBLINE_TOKEN", "plumbline_slack", "PLUMBLINE_"])(
  "never sends the variable %s, which wasn't set for a channel",
  async (name) => {
    const refused = await withFile(file.replace("PLUMBLINE_SLACK", name), ["apply"], {
      ...(name === "PLUMBLINE_TOKEN" ? {} : { [name]: secret }),
    });
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.note).toContain(
      "channels[0].botToken.env: The variable's name must begin with PLUMBLINE_",
    );
    expect(await exported()).toBe("version: 1\nsetups: []\n");
  },
);

it("has the route to members, which a file can create, keep and prune", async () => {
  const toMembers = `version: 1
setups: []
routes:
  - id: members
    channelId: members
    includesFailedRuns: true
`;
  const created = await withFile(toMembers, ["apply"]);
  expect(created).toMatchObject({ code: 0, note: "" });
  expect(created.out).toContain("+ route members (to members)");
  expect(await exported()).toBe(toMembers);
  expect(await withFile(toMembers, ["plan"])).toMatchObject({ code: 0, out: "No changes.\n" });
  const filtered = await withFile(`${toMembers}    severity: alert\n`, ["apply"]);
  expect(filtered.code).toBe(2);
  expect(filtered.out + filtered.note).toContain("no filters");
  await withFile("version: 1", ["apply", "--prune"]);
  expect(await exported()).toBe("version: 1\nsetups: []\n");
});

it("leaves the route to members alone that is not in the file", async () => {
  world.app.db.set(ada, "routes", "members", newMembersRoute("2026-11-01T00:00:00.000Z"));
  expect(await withFile("version: 1", ["apply", "--prune"])).toMatchObject({ code: 0, out: "No changes.\n" });
  expect(await exported()).toContain("id: members");
});

it("says which secret is missing before it changes anything", async () => {
  const planned = await withFile(file, ["plan"], {});
  expect(planned.out).toContain(
    "apply needs PLUMBLINE_SLACK (botToken of channel alerts), which is not set here.",
  );
  expect(await withFile(file, ["apply"], {})).toMatchObject({
    code: 2,
    note: expect.stringContaining("nothing was applied: set PLUMBLINE_SLACK (botToken of channel alerts)"),
  });
  const without = file.replace(/ {4}botToken:\n.*\n/, "");
  expect(await withFile(without, ["plan"])).toMatchObject({
    code: 2,
    note: expect.stringContaining("add botToken: { env: PLUMBLINE_NAME_OF_A_VARIABLE }"),
  });
  expect(await exported()).toBe("version: 1\nsetups: []\n");
});

it("sends a secret when its reference changes, or with --send-secrets", async () => {
  await withFile(file, ["apply"]);
  const sent = async () => {
    await world.app.as("ada").post("/api/v1/channels/alerts/test").expect(200);
    world.app.clock.advance(60_000);
    return world.app.outbound.sent.at(-1)!.headers["authorization"];
  };
  const next = file.replace("PLUMBLINE_SLACK", "PLUMBLINE_NEXT");
  const changed = await withFile(next, ["apply"], { PLUMBLINE_NEXT: "xoxb-next-secret" });
  expect(changed.out).toBe(
    "~ channel alerts (Alerts)\n    botToken: $PLUMBLINE_SLACK → $PLUMBLINE_NEXT\n1 change.\n",
  );
  expect(await sent()).toBe("Bearer xoxb-next-secret");
  const rotated = { PLUMBLINE_NEXT: "xoxb-rotated-secret" };
  expect(await withFile(next, ["apply"], rotated)).toMatchObject({ out: "No changes.\n" });
  expect(await withFile(next, ["apply", "--send-secrets"], rotated)).toMatchObject({
    code: 0,
    out: expect.stringContaining("botToken: as stored → sent again from $PLUMBLINE_NEXT"),
  });
  expect(await sent()).toBe("Bearer xoxb-rotated-secret");
  expect(await withFile(next, ["plan"], rotated)).toMatchObject({ code: 0 });
});

it("exports channels created in the app without their secrets, and doesn't remove those secrets", async () => {
  const hook = { kind: "webhook", name: "Ops", url: "https://hooks.example.com/in?key=hidden" };
  const { body: channel } = await world.app.as("ada").post("/api/v1/channels").send(hook).expect(201);
  const { body: route } = await world.app
    .as("ada")
    .post("/api/v1/routes")
    .send(routeBody(channel.id as string))
    .expect(201);
  const text = await exported();
  expect(text).not.toMatch(/hidden|whsec_|url/);
  expect(text).toContain(`channelId: ${channel.id} # Ops`);
  expect(await withFile(text, ["plan"], {})).toEqual({ code: 0, out: "No changes.\n", note: "" });
  const pruned = await withFile("version: 1", ["apply", "--prune"]);
  expect(pruned.out).toContain(`Route ${route.id} (to ${channel.id}) was created in the app`);
  expect(pruned.out).toContain("No changes.");
});

it("shows conflicts with edits in the app, and overwrites them only with --overwrite", async () => {
  await withFile(file, ["apply"]);
  const edited = { ...routeBody("alerts"), severity: "any", subject: "Signup" };
  await world.app.as("ada").put("/api/v1/routes/worse").send(edited).expect(200);
  const refused = await withFile(file, ["apply"]);
  expect(refused.code).toBe(2);
  expect(refused.out).toContain("subject: Signup → Checkout*");
  expect(refused.out).toContain("CONFLICT: it was edited in the app after the file was last applied");
  expect(await withFile(file, ["apply", "--overwrite"])).toMatchObject({ code: 0 });

  // A route created in the app keeps its channel from being deleted, unless --overwrite is given.
  const own = await world.app.as("ada").post("/api/v1/routes").send(routeBody("alerts")).expect(201);
  const smaller = file
    .replace(/ {2}- id: alerts[^]*(?= {2}- id: team)/, "")
    .replace(/ {2}- id: worse[^]*(?= {2}- id: weekly)/, "");
  const kept = await withFile(smaller, ["apply", "--prune"]);
  expect([kept.code, kept.out]).toEqual([
    2,
    expect.stringContaining(`route ${own.body.id}, which was created in the app`),
  ]);
  expect(await withFile(smaller, ["apply", "--prune", "--overwrite"])).toMatchObject({ code: 0 });
  expect(world.app.db.all<{ id: string }>(ada, "channels").map(({ id }) => id)).toEqual(["team"]);
  expect(world.app.db.all<{ id: string }>(ada, "routes").map(({ id }) => id)).toEqual(["weekly"]);
});

it.each([
  [
    "a route to nowhere",
    file.replace("channelId: alerts", "channelId: nowhere"),
    "route worse: there is no channel nowhere; there are: alerts (Alerts)",
  ],
  [
    "a secret in the file",
    file.replace("      env: PLUMBLINE_SLACK", "      xoxb-1"),
    "channels[0].botToken",
  ],
  ["an unknown kind", file.replace("kind: slack", "kind: fax"), "channels[0].kind"],
  ["a digest without an hour", file.replace("      hour: 8\n", ""), "routes[1].timing.hour"],
  ["a duplicate id", file.replace("id: weekly", "id: worse"), "routes[1].id: It appears more than once."],
])("%s is refused, and nothing is done", async (_name, text, message) => {
  expect(await withFile(text, ["apply"])).toMatchObject({ code: 2, note: expect.stringContaining(message) });
  expect(world.app.db.all(ada, "channels")).toEqual([]);
});

it("refuses another kind for the same id, and notes a route's reference to a missing setup", async () => {
  await withFile(file, ["apply"]);
  const pager = file
    .replace("kind: slack", "kind: pagerduty")
    .replace(/ {4}channel: .*\n/, "")
    .replace("botToken", "routingKey");
  expect(await withFile(pager, ["apply"])).toMatchObject({
    code: 2,
    note: expect.stringContaining("cannot change"),
  });
  const lost = file.replace("severity: alert", "setupId: gone");
  expect((await withFile(lost, ["plan"])).out).toContain(
    "Route worse: there is no setup gone, so it sends nothing.",
  );
});

it("leaves out channels and routes if the token's creator isn't an admin", async () => {
  await withFile(file, ["apply"]);
  world.app.addMember("ada", "eve", "editor");
  const { token } = await world.app.addToken("ada", "eve", "write");
  const env = { PLUMBLINE_URL: world.url, PLUMBLINE_TOKEN: token };
  const own = await world.run(["export"], env);
  expect(own).toEqual({
    code: 0,
    out: "version: 1\nsetups: []\n",
    note: expect.stringContaining("left out"),
  });
  expect(await world.run(["apply", "-", "--prune"], env, own.out)).toMatchObject({ code: 0 });
  expect(await world.run(["apply", "-"], env, file)).toMatchObject({
    code: 2,
    note: expect.stringContaining("admin"),
  });
  expect(world.app.db.all(ada, "channels")).toHaveLength(2);
});
