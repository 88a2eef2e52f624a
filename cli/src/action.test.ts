import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { build } from "esbuild";
import { initialBilling } from "../../functions/src/features/billing/account/run-permission.js";
import { recordNames } from "../../functions/src/features/names/record-names.js";
import { servedWorld } from "../../functions/src/testing/served-world.js";
import { workspaceId } from "../../functions/src/testing/run-world.js";

/*
 * Runs the action's script as GitHub does, with the built command line, against the real API on in-memory adapters.
 */

const script = path.join(import.meta.dirname, "../../action/run.mjs");
let world: Awaited<ReturnType<typeof servedWorld>>;
let folder: string;
let token: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-action-"));
  program = path.join(folder, "plumbline.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "main.ts")],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  world = await servedWorld();
  ({ token } = await world.addToken("triage"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function step(inputs: Record<string, string>, github: Record<string, string> = {}) {
  const defaults = { url: world.url, token, fail: "alert", program: `node ${program}` };
  const given = Object.entries({ ...defaults, ...inputs }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...(Object.fromEntries(given) as Record<string, string>), ...github },
  });
  const [out, note, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ]);
  expect(out + note).not.toContain(token);
  // The runner reads both outputs at its own pace, so nothing may be on the other one.
  expect(note).toBe("");
  return { code, out, commands: runnerCommands(out) };
}

/** The commands that GitHub's runner finds in an output. */
function runnerCommands(out: string): string[] {
  let marker: string | null = null;
  const commands: string[] = [];
  for (const line of out.split("\n").map((each) => each.trimStart())) {
    if (marker !== null) {
      if (line === `::${marker}::`) marker = null;
    } else if (line.startsWith("::stop-commands::")) marker = line.slice("::stop-commands::".length);
    else commands.push(...(/^::[\w-]+|##\[[\w-]+/.exec(line) ?? []));
  }
  expect(marker).toBeNull();
  return commands;
}

it("records a release once, even if the job runs twice", async () => {
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await step({ release: "-4.2.0", platform: "Android", link: "https://example.com" })).toMatchObject(
      {
        code: 0,
        out: expect.stringContaining("Recorded release -4.2.0"),
        commands: [],
      },
    );
  const { items } = await world.deps.releases.list(workspaceId, { limit: 10 });
  expect(items).toMatchObject([{ version: "-4.2.0", platform: "Android", url: "https://example.com" }]);
});

it("runs a setup, writes the summary, comments on the commit and fails on an alert", async () => {
  const comments: unknown[] = [];
  const github = createServer((req, res) => {
    void text(req).then((body) => {
      comments.push([req.url, req.headers.authorization, (JSON.parse(body) as { body: string }).body]);
      res.writeHead(201).end("{}");
    });
  });
  await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
  const summary = path.join(folder, "summary.md");
  const output = path.join(folder, "output");
  const { items } = await world.deps.setups.list(workspaceId, { limit: 10 });
  const name = "::add-mask::x ##[set-output name=findings;]0";
  await world.deps.setups.update(workspaceId, items[0]!.id, (before) => ({ ...before, name }));
  const ran = await step(
    { setup: name, comment: "true", "github-token": "gh" },
    {
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: "shop/app",
      GITHUB_SHA: "abc",
    },
  );
  github.close();
  expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("::error title=Plumbline::2 findings")]);
  expect(ran.out).toContain("add-mask");
  // The setup's name is not taken for a command.
  expect(ran.commands).toEqual(["::error"]);
  expect(await readFile(summary, "utf8")).toMatch(
    /^### 2 findings in [^]*\n {4}ALERT {4}Purchase down 80% since Nov 16/,
  );
  expect(await readFile(output, "utf8")).toBe("findings=2\n");
  expect(comments).toEqual([
    ["/repos/shop/app/commits/abc/comments", "Bearer gh", await readFile(summary, "utf8")],
  ]);
});

it("fails on names that await a decision, if it is asked to", async () => {
  const { items } = await world.deps.setups.list(workspaceId, { limit: 10 });
  const { id, connectionId } = items[0]!;
  const inputs = { setup: id, fail: "never", names: "true" };
  const billing = { ...initialBilling, hasPaymentMethod: true };
  world.deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  expect(await step(inputs)).toMatchObject({ code: 0 });
  const connection = await world.deps.connections.get(workspaceId, connectionId);
  // Not the setup's, but the one that the command line chooses by default.
  await world.deps.connections.create(workspaceId, {
    ...connection,
    id: "newer",
    createdAt: "2026-11-18T00:00:00.000Z",
  });
  const seen = { kind: "event" as const, lastDay: "2026-11-18", perDay: 100, valueKind: null, seenOn: null };
  await recordNames(world.deps, workspaceId, connection, "later", {
    from: "2026-10-01",
    to: "2026-11-18",
    names: [{ ...seen, name: "::add-mask::Quiz", firstDay: "2026-11-18", events: [], eventCount: 0 }],
    renames: [],
    typeChanges: [],
    personalData: [],
  });
  const { code, out, commands } = await step(inputs);
  expect([code, out]).toEqual([1, expect.stringContaining("Names in the tracking await a decision")]);
  // The command line defuses commands in names, even where the runner would take none.
  expect(out).toMatch(/New event +\uFFFD:add-mask::Quiz/);
  expect(commands).toEqual(["::error"]);
});

it("fails and says what is wrong", async () => {
  expect(await step({})).toMatchObject({ code: 1, out: expect.stringContaining("Nothing to do") });
  expect(await step({ setup: "None" })).toMatchObject({
    code: 1,
    out: expect.stringContaining("no setup None"),
  });
  expect(await step({ release: "1", token: "plb_wrong" })).toMatchObject({
    code: 1,
    out: expect.stringContaining("The release was not recorded"),
  });
});
