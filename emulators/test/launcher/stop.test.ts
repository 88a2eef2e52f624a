import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { root } from "../../src/launcher/config/paths.js";
import {
  freePorts,
  occupiedPorts,
  portTable,
  type PortName,
  type Ports,
} from "../../src/launcher/config/ports.js";
import { waitFor } from "../../src/processes/wait-for.js";

/** Only guards against hangs: a busy machine may need minutes for a start. */
const patienceMs = 240_000;
const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-stop-"));
const names = Object.keys(portTable) as PortName[];
let ports: Ports;
let started: ChildProcess | undefined;

beforeAll(async () => {
  execFileSync("npm", ["run", "--silent", "build", "--workspace", "functions"], { cwd: root });
  ports = await freePorts();
});
afterEach(() => {
  if (started && isRunning(started.pid!)) process.kill(-started.pid!, "SIGKILL");
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The launcher as a terminal starts it: npm, its shell and the launcher are one process group. */
async function start(until: string) {
  const variables = names.map((name) => [portTable[name].variable, String(ports[name])]);
  const child = spawn("npm", ["run", "start", "--workspace", "emulators", "--", "--seed=no"], {
    cwd: root,
    detached: true,
    env: { ...process.env, ...Object.fromEntries(variables), PLUMBLINE_DATA: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, "close");
  await waitFor(`“${until}”`, async () => output.includes(until) || undefined, patienceMs, closed).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${output}`);
    },
  );
  /** Signals the whole group, as Ctrl-C and a closed terminal do; npm repeats what it receives. */
  const signal = (name: NodeJS.Signals) => process.kill(-child.pid!, name);
  return { signal, closed, group: child.pid!, output: () => output };
}

/** The process groups of a start: its own and one for each part with processes. */
function groups(own: number): number[] {
  const file = path.join(dataDir, "processes.json");
  if (!existsSync(file)) return [own];
  const { launcher: _, ...parts } = JSON.parse(readFileSync(file, "utf8")) as Record<string, { pid: number }>;
  return [own, ...Object.values(parts).map(({ pid }) => pid)];
}

const isRunning = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

async function expectNothingLeft(wereRunning: readonly number[]) {
  await waitFor(
    "The end of all processes",
    async () => !wereRunning.some(isRunning) || undefined,
    patienceMs,
  );
  expect(await occupiedPorts(ports, names)).toEqual([]);
}

const account = { email: "ada@example.com", password: "first-minutes-1" };
async function authenticate(method: "signUp" | "signInWithPassword"): Promise<number> {
  const url = `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=none`;
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(account) })).status;
}

it("saves and stops everything on one Ctrl-C, or when the terminal is closed", async () => {
  const first = await start("Ready after");
  expect(await authenticate("signUp")).toBe(200);
  const wereRunning = groups(first.group);
  expect(wereRunning.length).toBeGreaterThan(2);
  first.signal("SIGINT");
  await first.closed;
  await expectNothingLeft(wereRunning);

  const second = await start("Ready after");
  expect(await authenticate("signInWithPassword")).toBe(200);
  const running = groups(second.group);
  second.signal("SIGHUP");
  await expectNothingLeft(running);

  const third = await start("Ready after");
  expect(await authenticate("signInWithPassword")).toBe(200);
  const last = groups(third.group);
  third.signal("SIGTERM");
  await expectNothingLeft(last);
});

it("stops while it is still starting", async () => {
  const { signal, group } = await start("starting …");
  signal("SIGINT");
  await expectNothingLeft([group]);
});
