import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setupBody } from "../../../functions/src/testing/test-app.js";
import { cliWorld, syncedConnection, type CliWorld } from "../testing/cli-world.js";

const setups = "/api/v1/setups";

let world: CliWorld;
let connectionId: string;
beforeEach(async () => {
  world = await cliWorld("write");
  connectionId = await syncedConnection(world.app);
  world.app.db.delete("ada", "routes", "members");
});
afterEach(() => world.close());

/** Runs a command with a configuration file on standard input. */
const withFile = (text: string, ...args: string[]) => world.run([...args, "-"], undefined, text);
const addSetup = async (change: object = {}): Promise<string> => {
  const body = { ...setupBody(connectionId), ...change };
  return (await world.app.as("ada").post(setups).send(body).expect(201)).body.id as string;
};
const setupIn = (id: string) => world.app.as("ada").get(`${setups}/${id}`);
const exported = async () => (await world.run(["export"])).out;

describe("a configuration file", () => {
  it.each([
    [
      "aliases that expand without end",
      [
        "a0: &a0 x",
        ...Array.from(
          { length: 12 },
          (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`,
        ),
      ].join("\n"),
      /can't be read/,
    ],
    ["values nested without end", "[".repeat(100_000), /nested too deep/],
    ["lists nested in one line", "- ".repeat(100_000), /nested too deep/],
    ["closed values nested without end", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, /nested too deep/],
    ["more than two million characters", `version: 1\n#${"x".repeat(2_000_000)}`, /too large/],
  ])("with %s is refused with a sentence", async (_what, text, message) => {
    const { code, out, note } = await withFile(text, "plan");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(note).toMatch(message);
    expect(note).toMatch(/^plumbline: /);
  });

  it("that was exported needs no change, and names each connection's project", async () => {
    await addSetup();
    await addSetup({ name: 'Evening "checks": # all', description: "Two\nlines", scheduleCron: null });
    const text = await exported();
    expect(text).toContain(`connectionId: ${connectionId} # Demo Shop (1000001)`);
    expect(await withFile(text, "plan")).toEqual({ code: 0, out: "No changes.\n", note: "" });
    expect(await withFile(text, "apply")).toMatchObject({ code: 0, out: "No changes.\n" });
  });

  it("creates, changes and deletes; applied twice it changes nothing the second time", async () => {
    const file = (name: string, ...excluded: string[]) => `version: 1
setups:
  - id: daily
    name: ${name}
    connectionId: ${connectionId}
    selectedDetectors: [{ key: event_stopped }]
exclusions:
  - connectionId: ${connectionId}
    events: [${excluded.join(", ")}]
`;
    expect(await withFile(file("Daily", "Debug"), "plan")).toEqual({
      code: 1,
      out: `+ setup daily (Daily)
    1 check, no schedule
~ data settings of Demo Shop (1000001)
    + event Debug
2 changes to make.
`,
      note: "",
    });
    expect(await withFile(file("Daily", "Debug"), "apply")).toMatchObject({ code: 0, note: "" });
    expect((await setupIn("daily")).body).toMatchObject({ name: "Daily", revision: 1, fileRevision: 1 });
    const again = await withFile(file("Daily", "Debug"), "apply", "--json");
    expect([again.code, JSON.parse(again.out)]).toEqual([0, { changes: [], notes: [] }]);

    // Names can change.
    const renamed = await withFile(file("Every day", "Checkout"), "apply");
    expect(renamed.out).toBe(`~ setup daily (Every day)
    name: Daily → Every day
~ data settings of Demo Shop (1000001)
    + event Checkout
    - event Debug
2 changes.
`);
    const kept = await withFile("version: 1", "apply");
    expect(kept.out).toMatch(/Setup daily .* --prune deletes it.*\nNo changes\.\n/);
    const pruned = await withFile("version: 1", "apply", "--prune", "--json");
    expect(JSON.parse(pruned.out)).toMatchObject({
      changes: [{ kind: "delete-setup" }, { kind: "change-exclusions", include: ["event Checkout"] }],
    });
    await setupIn("daily").expect(404);
    expect(await exported()).toBe("version: 1\nsetups: []\n");
  });

  it("shows edits made in the app, and overwrites them only with --overwrite", async () => {
    await addSetup({ id: "daily" });
    const text = await exported();
    // Once applied, the file manages it.
    await withFile(text, "apply");
    const edited = text.replace("Daily checks", "From the file");
    await world.app.as("ada").put(`${setups}/daily`).send({ status: "paused" }).expect(200);

    const planned = await withFile(edited, "plan");
    expect(planned.code).toBe(1);
    expect(planned.out).toContain("name: Daily checks → From the file\n    status: paused → active\n");
    expect(planned.out).toContain("CONFLICT: it was edited in the app after the file was last applied");
    const refused = await withFile(edited, "apply");
    expect([refused.code, refused.note]).toEqual([2, expect.stringContaining("--overwrite")]);
    expect((await setupIn("daily")).body).toMatchObject({ name: "Daily checks", status: "paused" });

    expect(await withFile(edited, "apply", "--overwrite")).toMatchObject({ code: 0 });
    expect((await setupIn("daily")).body).toMatchObject({ name: "From the file", status: "active" });
    expect(await withFile(edited.replace("From the file", "Next"), "apply")).toMatchObject({ code: 0 });
  });

  it("changes entries created in the app only with --overwrite, and never prunes them", async () => {
    await addSetup({ id: "mine" });
    const pruned = await withFile("version: 1", "apply", "--prune");
    expect(pruned).toMatchObject({ code: 0, out: expect.stringContaining("was created in the app") });
    const refused = await withFile((await exported()).replace("Daily checks", "Taken"), "apply");
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining("never applied from a file") });
    expect((await setupIn("mine")).body).toMatchObject({ name: "Daily checks" });
  });

  it("applies the other changes when the server refuses one, and reports that one", async () => {
    const entry = (id: string, cron: string) =>
      `  - { id: ${id}, name: ${id}, connectionId: ${connectionId}, scheduleCron: "${cron}", selectedDetectors: [{ key: event_stopped }] }\n`;
    const text = `version: 1\nsetups:\n${entry("bad", "* * * * *")}${entry("good", "0 9 * * *")}`;
    const { code, note } = await withFile(text, "apply");
    expect([code, note]).toEqual([
      2,
      expect.stringMatching(/Not done: \+ setup bad \(bad\): .*once an hour/),
    ]);
    expect((await setupIn("good").expect(200)).body.name).toBe("good");
    await setupIn("bad").expect(404);
  });

  it("needs a token with the scope write for apply, and read for plan and export", async () => {
    const { token } = await world.app.addToken("ada", "ada", "read");
    const env = { PLUMBLINE_URL: world.url, PLUMBLINE_TOKEN: token };
    await addSetup({ id: "daily" });
    expect(await world.run(["export"], env)).toMatchObject({ code: 0 });
    const text = await exported();
    const change = text.replace("Daily checks", "Other");
    expect(await world.run(["plan", "-"], env, change)).toMatchObject({ code: 1 });
    const refused = await world.run(["apply", "-", "--overwrite"], env, change);
    expect([refused.code, refused.note]).toEqual([2, expect.stringContaining("scope (read)")]);
  });

  it.each([
    ["invalid YAML", "setups: [", "plumbline: standard input: "],
    ["another version", "version: 2", "version: "],
    ["an unknown field", "version: 1\nsetup: []", "setup"],
    ["a wrong type", "version: 1\nsetups: [{ id: 3 }]", "setups[0].id"],
    [
      "a duplicate setup",
      `version: 1\nsetups: [${one("a")}, ${one("a")}]`,
      "setups[1].id: It appears more than once.",
    ],
    ["an unknown connection", `version: 1\nsetups: [${one("a")}]`, "there is no connection c1; there are: "],
    ["a duplicate key", "version: 1\nversion: 1", "unique at line 2, column 1:\n\nversion: 1\n"],
    [
      "a misspelt setting",
      `version: 1\nsetups: [${one("a").replace("event_stopped", "event_stopped, settings: { checkBackDay: 14 }")}]`,
      "setups[0].selectedDetectors[0].settings.checkBackDay: Unknown field. Did you mean checkBackDays?",
    ],
    ["a misspelt list", "version: 1\nsetup: []", "setup: Unknown field. Did you mean setups?"],
    ["two errors", "version: 1\nsetup: []\nroutes: {}", "is not valid:\n  "],
  ])("with %s is refused, and nothing is done", async (_name, text, message) => {
    expect(await withFile(text, "apply")).toMatchObject({ code: 2, note: expect.stringContaining(message) });
  });

  it("can't be read from standard input if the token was", async () => {
    const { note } = await world.run(["apply", "-", "--token-stdin", "--url", world.url], {}, world.token);
    expect(note).toContain("standard input was read for the token");
    const served = await world.run(["mcp", "--token-stdin", "--url", world.url], {}, world.token);
    expect(served).toMatchObject({ code: 2, note: expect.stringContaining("PLUMBLINE_TOKEN") });
  });

  it("notes and skips a name that Mixpanel doesn't have", async () => {
    const text = `version: 1\nexclusions: [{ connectionId: ${connectionId}, events: [Nonsense] }]`;
    expect(await withFile(text, "plan")).toMatchObject({
      code: 0,
      out: expect.stringContaining("there is no event Nonsense to exclude"),
    });
  });

  it("approves and ignores names by pattern, and removes only what a file added", async () => {
    await world.app
      .as("ada")
      .post("/api/v1/names/decisions")
      .send({ pattern: "mine_*", state: "approved" })
      .expect(204);
    const file = (lists: string) => `version: 1\nnames: [{ connectionId: ${connectionId}, ${lists} }]\n`;
    expect(await withFile(file("approved: [quiz_*], ignored: [debug_*]"), "apply")).toEqual({
      code: 0,
      out: "~ names of Demo Shop (1000001)\n    + quiz_*: approved\n    + debug_*: ignored\nDemo Shop (1000001): the pattern mine_* was made in the app.\n1 change.\n",
      note: "",
    });
    const text = await exported();
    expect(text).toContain("approved:\n      - mine_*\n      - quiz_*\n    ignored:\n      - debug_*");
    expect(await withFile(text, "plan")).toMatchObject({ code: 0, out: "No changes.\n" });
    const kept = await withFile(file("ignored: [quiz_*]"), "apply");
    expect(kept.out).toContain("+ quiz_*: ignored");
    expect(kept.out).toContain("debug_* is no longer in the file; --prune removes it.");
    await withFile("version: 1", "apply", "--prune");
    expect(await exported()).not.toContain("quiz_*");
    expect(await exported()).toContain("mine_*");
  });

  it("undoes a decision about names that was made in the app only with --overwrite", async () => {
    const inApp = { pattern: "debug_*", state: "approved" };
    await world.app.as("ada").post("/api/v1/names/decisions").send(inApp).expect(204);
    const text = `version: 1\nnames: [{ connectionId: ${connectionId}, ignored: [debug_*] }]\n`;
    expect(await withFile(text, "apply")).toMatchObject({
      code: 2,
      out: expect.stringContaining("CONFLICT: the pattern debug_* was decided in the app"),
    });
    expect(await exported()).toContain("approved:\n      - debug_*");
    expect(await withFile(text, "apply", "--overwrite")).toMatchObject({ code: 0 });
    expect(await exported()).toContain("ignored:\n      - debug_*");
    expect(await withFile(text, "plan")).toMatchObject({ out: "No changes.\n" });
  });

  it("chooses segments, and leaves the choice to Plumbline when they are pruned", async () => {
    const text = (...properties: string[]) =>
      `version: 1\nsegments: [{ connectionId: ${connectionId}, properties: [${properties.join(", ")}] }]`;
    expect(await withFile(text("tier", "platform"), "plan")).toMatchObject({
      out: "~ data settings of Demo Shop (1000001)\n    segments: platform, tier\n1 change to make.\n",
    });
    expect(await withFile(text("tier", "platform"), "apply")).toMatchObject({ code: 0 });
    expect(await withFile(text("platform", "tier"), "apply")).toMatchObject({ out: "No changes.\n" });
    expect(await exported()).toContain("properties:\n      - platform\n      - tier\n");
    expect(await withFile("version: 1", "apply")).toMatchObject({ out: "No changes.\n" });
    expect(await withFile("version: 1", "apply", "--prune")).toMatchObject({
      out: expect.stringContaining("segments: chosen by Plumbline"),
    });
    expect(await exported()).not.toContain("segments");
    const many = await withFile(text("a", "b", "c", "d"), "plan");
    expect(many).toMatchObject({ code: 2, note: expect.stringContaining("segments[0].properties") });
    expect(await withFile(text("a", "a"), "plan")).toMatchObject({
      code: 2,
      note: expect.stringContaining("A property is named twice."),
    });
  });

  it("refuses a pattern that is both approved and ignored", async () => {
    const text = `version: 1\nnames: [{ connectionId: ${connectionId}, approved: [a], ignored: [a] }]`;
    expect(await withFile(text, "plan")).toMatchObject({ code: 2, note: expect.stringContaining("both") });
  });

  it("has a JSON Schema for editors, which needs no account", async () => {
    const { code, out } = await world.run(["schema"], {});
    const schema = JSON.parse(out) as { properties: object; required: string[] };
    expect([code, Object.keys(schema.properties), schema.required]).toEqual([
      0,
      ["version", "setups", "exclusions", "segments", "names", "channels", "routes"],
      ["version"],
    ]);
  });
});

/** A setup on one line. */
function one(id: string): string {
  return `{ id: ${id}, name: A, connectionId: c1, selectedDetectors: [{ key: event_stopped }] }`;
}
