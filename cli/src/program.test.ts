import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WorkspaceId } from "../../functions/src/contract/workspaces.js";
import { recordNames } from "../../functions/src/features/names/record-names.js";
import { servedWorld } from "../../functions/src/testing/served-world.js";
import { setupBody, type TestApp, verifiedConnection } from "../../functions/src/testing/test-app.js";
import { cliWorld, syncedConnection, type CliWorld } from "./testing/cli-world.js";

/* Tests against the real API on in-memory adapters. cli/test/cli.test.ts tests a complete run. */

let world: CliWorld;
let app: TestApp;
let url: string;
let token: string;
let folder: string;
let run: CliWorld["run"];
beforeEach(async () => {
  world = await cliWorld("triage");
  ({ app, url, token, folder, run } = world);
});
afterEach(() => world.close());

async function addSetup(name = "Daily checks"): Promise<string> {
  const body = { ...setupBody(await verifiedConnection(app, "ada")), name };
  return (await app.as("ada").post("/api/v1/setups").send(body).expect(201)).body.id as string;
}

describe("the token", () => {
  it("comes from the environment, standard input or a file that only its owner can read", async () => {
    expect(await run(["whoami"])).toMatchObject({ code: 0, out: expect.stringContaining("scope triage") });
    expect(await run(["whoami", "--token-stdin", "--url", url], {}, `${token}\n`)).toMatchObject({ code: 0 });
    const file = path.join(folder, "config.json");
    await writeFile(file, JSON.stringify({ url, token }), { mode: 0o600 });
    expect(await run(["whoami"], { PLUMBLINE_CONFIG: file })).toMatchObject({ code: 0 });
    await chmod(file, 0o644);
    const { code, note } = await run(["whoami"], { PLUMBLINE_CONFIG: file });
    expect([code, note]).toEqual([2, expect.stringContaining("chmod 600")]);
  });

  it("is never printed, whatever goes wrong with it", async () => {
    const wrong = [`${token}x`, `${token} `, `x${token}`, `${token}\u0000`, token.slice(0, -1)];
    for (const each of wrong)
      for (const args of [["whoami"], ["whoami", "--json"]]) {
        const { code, out, note } = await run(args, { PLUMBLINE_URL: url, PLUMBLINE_TOKEN: each });
        if (each.trim() === token) continue;
        expect(code).toBe(2);
        expect(out + note).not.toContain(token.slice(4, 30));
      }
  });

  it("is not sent over plain HTTP or after a redirect", async () => {
    const sent: (string | undefined)[] = [];
    const other = createServer((req, res) => {
      sent.push(req.headers.authorization);
      res.writeHead(req.url === "/stolen" ? 200 : 302, { location: "/stolen" }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const redirected = await run(["setups"], {
      PLUMBLINE_URL: `http://127.0.0.1:${port}`,
      PLUMBLINE_TOKEN: "plb_stub",
    });
    expect(redirected.code).toBe(2);
    expect(sent).toHaveLength(1);
    other.closeAllConnections();
    other.close();
    const plain = await run(["whoami"], { PLUMBLINE_URL: "http://example.com", PLUMBLINE_TOKEN: token });
    expect([plain.code, plain.note]).toEqual([2, expect.stringContaining("https://example.com")]);
  });

  it("gets an error message if it is missing, revoked or lacks the scope", async () => {
    expect(await run(["whoami"], { PLUMBLINE_URL: url })).toMatchObject({
      code: 2,
      note: expect.stringContaining("no API token"),
    });
    const weak = await app.addToken("ada", "ada", "read");
    await addSetup();
    const env = { PLUMBLINE_URL: url, PLUMBLINE_TOKEN: weak.token };
    const start = await run(["run", "--setup", "Daily checks"], env);
    expect([start.code, start.note]).toEqual([2, expect.stringContaining("scope (read)")]);
    await app.as("ada").delete(`/api/v1/tokens/${weak.id}`).expect(204);
    const revoked = await run(["setups", "--json"], env);
    expect(revoked.out).toBe("");
    expect(JSON.parse(revoked.note)).toMatchObject({ error: { code: "unauthenticated" } });
  });
});

describe("setups and runs", () => {
  it("are listed across all pages, as a table or as JSON", async () => {
    const connection = await verifiedConnection(app, "ada");
    for (let i = 0; i < 100; i++)
      await app
        .as("ada")
        .post("/api/v1/setups")
        .send({ ...setupBody(connection), name: `Setup ${i}` })
        .expect(201);
    const { code, out } = await run(["setups", "--json"]);
    expect([code, (JSON.parse(out) as unknown[]).length]).toEqual([0, 100]);
    expect((await run(["setups"])).out.split("\n")[0]).toMatch(/^ID +NAME +STATUS +SCHEDULE +CHECKS$/);
  });

  it("are started by name or id, and a second start is refused with the reason", async () => {
    const id = await addSetup();
    const first = await run(["run", "--setup", "Daily checks", "--json"]);
    expect(JSON.parse(first.out)).toMatchObject({ setupId: id, status: "pending" });
    const second = await run(["run", "--setup", id]);
    expect([second.code, second.out]).toEqual([2, ""]);
    const { out } = await run(["runs", "--setup", id]);
    expect(out).toMatch(/Daily checks +pending/);
    const report = await run(["report", "latest", "--json"]);
    expect(JSON.parse(report.out)).toMatchObject({ status: "pending", detectors: [] });
  });

  it("get an error that lists the existing ones if unknown or ambiguous", async () => {
    expect((await run(["run", "--setup", "None"])).note).toContain("there are: none");
    const [one, two] = [await addSetup("Twin"), await addSetup("Twin")];
    const { note } = await run(["run", "--setup", "Twin"]);
    expect(note).toContain(one);
    expect(note).toContain(two);
    expect(await run(["report", "latest"])).toMatchObject({
      code: 2,
      note: "plumbline: there is no run yet\n",
    });
    expect(await run(["report", "p-unknown"])).toMatchObject({ code: 2 });
  });
});

describe("a run's results", () => {
  it("are waited for, shown, listed and downloaded, and the exit code says if there are findings", async () => {
    const world = await servedWorld();
    try {
      const { token: worldToken } = await world.addToken("triage");
      const env = { PLUMBLINE_URL: world.url, PLUMBLINE_TOKEN: worldToken };
      const ran = await run(["run", "--setup", "Daily checks", "--wait"], env);
      expect(ran.code).toBe(1);
      expect(ran.out).toMatch(
        /Daily checks, run \S+: completed\nData through 2026-11-17 \(America\/New_York\)/,
      );
      expect(ran.out).toMatch(/event_count_change +alert +1 /);

      const listed = await run(["incidents", "--json"], env);
      const incidents = JSON.parse(listed.out) as { id: string }[];
      const [first, second] = incidents;
      const found = await run(["findings", "latest", "--json"], env);
      expect((JSON.parse(found.out) as { incident: object }[]).map(({ incident }) => incident)).toMatchObject(
        incidents.map(({ id }) => ({ id })),
      );
      expect(listed.code).toBe(1);
      expect((await run(["incidents"], env)).out).toMatch(/open +Purchase down 80%/);
      expect(await run(["incidents", "ack", first!.id, second!.id], env)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^acknowledged: .*\nacknowledged: /),
      });
      expect((await run(["incidents", "list", "--closed"], env)).code).toBe(0);
      for (const until of ["worse", "next_version", "2026-12-01"])
        expect(await run(["incidents", "mute", first!.id, "--until", until], env)).toMatchObject({ code: 0 });
      expect(await run(["incidents", "mute", first!.id, "--until", "tomorrow"], env)).toMatchObject({
        code: 2,
        note: expect.stringContaining("next_version"),
      });
      expect(await run(["incidents", "mute", first!.id, "--until", "recovered"], env)).toMatchObject({
        code: 0,
      });
      expect(await run(["incidents", "close", second!.id, "--as", "expected"], env)).toMatchObject({
        code: 0,
      });
      expect((await run(["incidents", "show", second!.id], env)).out).toMatch(
        /closed, .*[^]* opened: [^]* acknowledged by Ada\n[^]* closed by Ada: /,
      );
      expect(await run(["incidents", "ack", "none"], env)).toMatchObject({ code: 2 });

      const alerts = await run(["findings", "latest", "--severity", "alert"], env);
      expect(alerts.code).toBe(1);
      expect(alerts.out).toMatch(/^ALERT {4}Purchase down 80% since Nov 16: /m);
      const warnings = await run(["findings", "latest", "--severity", "warning", "--json"], env);
      expect([warnings.code, JSON.parse(warnings.out)]).toEqual([0, []]);

      const saved = await run(["download", "latest", "--output", folder, "--json"], env);
      const files = JSON.parse(saved.out) as string[];
      expect(files).toHaveLength(2);
      for (const file of files) expect(await readFile(file, "utf8")).toMatch(/^\ufeffseverity,state,entity/);
      const again = await run(["download", "latest", "--output", folder], env);
      expect([again.code, again.note]).toEqual([2, expect.stringContaining("--force replaces it")]);
      expect(await readFile(files[0]!, "utf8")).not.toBe("");
      expect(await run(["download", "latest", "--output", folder, "--force"], env)).toMatchObject({
        code: 0,
      });
      const printed = await run(
        ["download", "latest", "--check", "event_count_change", "--output", "-"],
        env,
      );
      expect(printed.out).toBe(await readFile(files[0]!, "utf8"));
    } finally {
      await world.close();
    }
  });
});

describe("a replay", () => {
  it("says what past days would have found, and what another threshold changes", async () => {
    const world = await servedWorld();
    try {
      const { token: worldToken } = await world.addToken("triage");
      const env = { PLUMBLINE_URL: world.url, PLUMBLINE_TOKEN: worldToken };
      const replay = (...options: string[]) => run(["replay", "--setup", "Daily checks", ...options], env);
      expect(await replay()).toMatchObject({ code: 2, note: expect.stringContaining("run the setup once") });
      expect((await run(["run", "--setup", "Daily checks", "--wait"], env)).code).toBe(1);

      const found = await replay();
      expect([found.code, found.note]).toEqual([1, ""]);
      expect(found.out).toMatch(/^Daily checks: 28 of 28 days replayed\. Findings: 2\n/);
      expect(found.out).toMatch(/^event_property_null_rate: not enough data on \d+ of these days/m);
      expect(found.out).toMatch(/^event_count_change +1 +0$/m);
      expect(found.out).toMatch(
        /^2026-11-15 {2}ALERT {4}plan missing on \d+% of Sign Up .*\n2026-11-16 {2}ALERT {4}Purchase down \d+% since Nov 16: /m,
      );

      const compared = await replay("--compare-threshold", "90");
      expect(compared.code).toBe(1);
      expect(compared.out).toMatch(/: 2 → 1 at 90%\n/);
      expect(compared.out).toMatch(/^2026-11-15 {2}same {2}ALERT/m);
      expect(compared.out).toMatch(/^2026-11-16 {2}gone {2}ALERT {4}Purchase/m);
      expect(JSON.parse((await replay("--compare-threshold", "90", "--json")).out)).toMatchObject({
        replay: { status: "done" },
        other: { selectedDetectors: [{ settings: { thresholdPercent: 90 } }, {}] },
        findings: [{ change: "same" }, { change: "gone" }],
      });

      const quiet = await replay("--days", "1", "--json");
      expect(quiet.code).toBe(1);
      expect(JSON.parse(quiet.out)).toMatchObject({ status: "done", days: [{ day: "2026-11-17" }] });

      const { token: weak } = await world.addToken("read");
      expect(
        await run(["replay", "--setup", "Daily checks"], { ...env, PLUMBLINE_TOKEN: weak }),
      ).toMatchObject({ code: 2, note: expect.stringContaining("scope (read)") });
    } finally {
      await world.close();
    }
  });
});

describe("releases", () => {
  it("are recorded with a time in any offset, listed and deleted", async () => {
    const recorded = await run(["releases", "add", "4.2.0", "--at", "2026-11-18T10:00:00+01:00", "--json"]);
    const { id, at } = JSON.parse(recorded.out) as { id: string; at: string };
    expect([recorded.code, at]).toEqual([0, "2026-11-18T09:00:00.000Z"]);
    expect((await run(["releases"])).out).toMatch(/4\.2\.0 +2026-11-18T09:00:00\.000Z/);
    expect(await run(["releases", "delete", id])).toMatchObject({ code: 0 });
    expect((await run(["releases", "--json"])).out).toBe("[]\n");
    expect(await run(["releases", "add", "4.2.0", "--at", "yesterday"])).toMatchObject({ code: 2 });
    expect(await run(["releases", "add", "4.2.0", "--link", "javascript:alert(1)"])).toMatchObject({
      code: 2,
    });
  });
});

describe("names", () => {
  it("that are new are listed, approved, excluded, and given back", async () => {
    const writer = await cliWorld("write");
    const { app, run } = writer;
    const connectionId = await syncedConnection(app);
    const ada = "ada" as WorkspaceId;
    const connection = await app.connections.get(ada, connectionId);
    const seen = (name: string, firstDay: string | null) => ({
      ...{ kind: "event" as const, name, firstDay, lastDay: "2026-11-17", perDay: 100, valueKind: null },
      ...{ events: [], eventCount: 0, seenOn: null },
    });
    const record = (runId: string, to: string, ...observed: ReturnType<typeof seen>[]) =>
      recordNames(app, ada, connection, runId, {
        ...{ from: "2026-10-01", to, names: observed, renames: [], typeChanges: [], personalData: [] },
      });
    await record("run1", "2026-11-16", seen("Checkout", null));
    expect((await run(["names"])).code).toBe(0);
    await record("run2", "2026-11-17", seen("Quiz Done", "2026-11-17"), seen("Debug", "2026-11-17"));

    const listed = await run(["names", "--json"]);
    expect(listed.code).toBe(1);
    const idOf = Object.fromEntries(
      (JSON.parse(listed.out) as { id: string; name: string }[]).map(({ id, name }) => [name, id]),
    );
    expect((await run(["names", "--limit", "1"])).out).toMatch(/2026-11-17 +New event/);
    expect(await run(["names", "approve", "--pattern", "Quiz *"])).toMatchObject({
      code: 0,
      out: "Quiz *: approved\n",
    });
    expect(await run(["names", "exclude", idOf["Debug"]!])).toMatchObject({ code: 0 });
    expect(await run(["names"])).toMatchObject({ code: 0, out: expect.not.stringContaining("Quiz") });
    expect((await run(["names", "list", "--state", "excluded"])).out).toContain("Debug");
    expect(await run(["names", "undo", idOf["Debug"]!, "--pattern", "Quiz *"])).toMatchObject({ code: 0 });
    expect((await run(["names"])).code).toBe(1);
    expect(await run(["names", "approve"])).toMatchObject({ code: 2 });
    expect(await run(["names", "ignore", "unknown"])).toMatchObject({ code: 2 });
    expect(await run(["names", "list", "--connection", "unknown"])).toMatchObject({ code: 2 });
    await writer.close();
  });
});

describe("the command line", () => {
  it.each([
    [[], 2],
    [["nonsense"], 2],
    [["run"], 2],
    [["runs", "--limit", "0"], 2],
    [["findings", "latest", "--severity", "loud"], 2],
    [["replay"], 2],
    [["replay", "--setup", "Daily checks", "--days", "29"], 2],
    [["replay", "--setup", "Daily checks", "--compare-threshold", "101"], 2],
    [["download", "latest", "--output", "-"], 2],
    [["--help"], 0],
    [["run", "--help"], 0],
    [["--version"], 0],
    [["analyse", "--help"], 0],
    [["analyse"], 2],
  ])("%j exits with %d", async (args, expected) => {
    expect((await run(args)).code).toBe(expected);
  });

  it("reports a server that isn't Plumbline or doesn't answer", async () => {
    const page = createServer((_req, res) => void res.end("<html>"));
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as AddressInfo;
    const env = { PLUMBLINE_URL: `http://127.0.0.1:${port}`, PLUMBLINE_TOKEN: "plb_stub" };
    expect((await run(["setups"], env)).note).toContain("gave an unexpected answer");
    page.closeAllConnections();
    await new Promise((resolve) => page.close(resolve));
  });

  it("shows valid examples in every command's help", async () => {
    const seen: string[] = [];
    const examples: string[] = [];
    const look = async (...path: string[]): Promise<void> => {
      const { out } = await run([...path, "--help"]);
      const own = [...out.matchAll(/^ {2}\$ plumbline (.*)$/gm)].map(([, example]) => example!);
      expect([path, own.length > 0, out.includes("Exit code")]).toEqual([path, true, true]);
      examples.push(...own);
      const [, commands = ""] = out.split("Commands:");
      for (const [, name] of commands.matchAll(/^ {2}([a-z]+)(?= )/gm))
        if (name !== "help") {
          seen.push([...path, name].join(" "));
          await look(...path, name!);
        }
    };
    await look();
    expect(seen).toEqual(
      expect.arrayContaining([
        "run",
        "replay",
        "plan",
        "releases add",
        "incidents list",
        "incidents mute",
        "mcp",
        "schema",
      ]),
    );
    for (const example of examples) {
      const args = example.replace(/ > .*/, "").match(/"[^"]*"|\S+/g)!;
      const { code, note } = await run(
        args.map((arg) => arg.replaceAll('"', "")),
        {},
      );
      if (/^(schema|analyse)/.test(example))
        expect([example, note.includes("Usage")]).toEqual([example, false]);
      else
        expect([example, code, note]).toEqual([example, 2, expect.stringContaining("where is Plumbline?")]);
    }
  });
});
