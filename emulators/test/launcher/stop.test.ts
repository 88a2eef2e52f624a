import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Connection } from "../../../functions/src/contract/connections.js";
import { root } from "../../src/launcher/config/paths.js";
import {
  freePorts,
  occupiedPorts,
  portTable,
  type PortName,
  type Ports,
} from "../../src/launcher/config/ports.js";
import { readDemoData } from "../../src/launcher/seed/demo-data.js";
import { ProductClient } from "../../src/launcher/seed/product-client.js";
import { signIn } from "../../src/launcher/seed/sign-in.js";
import { hasTerminal, spawnInTerminal } from "../../src/processes/terminal.testing.js";
import { waitFor } from "../../src/processes/wait-for.js";

/** Only guards against hangs, in which nothing is printed. */
const patienceMs = 600_000;
const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-stop-"));
const names = Object.keys(portTable) as PortName[];
const inTerminal = it.runIf(hasTerminal);
let ports: Ports;

beforeAll(async () => {
  execFileSync("npm", ["run", "--silent", "build", "--workspace", "functions"], { cwd: root });
  ports = await freePorts();
});
afterEach(() => {
  for (const pid of running()) process.kill(pid, "SIGKILL");
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Every process of a start: they all inherit its environment. */
function running(): number[] {
  const all = execFileSync("ps", ["axeww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return all
    .split("\n")
    .filter((line) => line.includes(`PLUMBLINE_DATA=${dataDir}`))
    .map((line) => Number.parseInt(line, 10));
}

/** Starts the stack like a script of the project, which npm and a shell run, but without its build. */
async function start(script: "start" | "dev", { until, seed = "no", terminal = false }: Start) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const command = `${manifest.scripts[script].replace(/^npm run build.*? && /, "")} --seed=${seed}`;
  const variables = names.map((name) => [portTable[name].variable, String(ports[name])]);
  const options = {
    cwd: root,
    env: { ...process.env, ...Object.fromEntries(variables), PLUMBLINE_DATA: dataDir },
  };
  const shown = terminal ? spawnInTerminal(`npm exec --offline -c '${command}'`, options) : undefined;
  const child = shown?.child ?? spawn("npm", ["exec", "--offline", "-c", command], options);
  let output = "";
  let lastPrinted = Date.now();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      lastPrinted = Date.now();
    });
  const closed = once(child, "close");
  const isReady = () => output.includes(until);
  const isStuck = () => Date.now() - lastPrinted > patienceMs;
  await waitFor(`“${until}”`, async () => isReady() || isStuck() || undefined, Infinity, closed).catch(
    () => {},
  );
  if (!isReady()) throw new Error(`“${until}” was never printed.\n${output}`);
  return { ...shown, child, output: () => output };
}
type Start = { until: string; seed?: "yes" | "no"; terminal?: boolean };

/** Waits until no process is left and no port is open, and returns what was printed since the stop. */
async function ended({ output }: { output: () => string }): Promise<string> {
  await waitFor(
    "The end of all processes",
    async () => running().length === 0 || undefined,
    patienceMs,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} Left: ${running().join(", ")}\n${output()}`);
  });
  expect(await occupiedPorts(ports, names)).toEqual([]);
  return output().split("saving and stopping …")[1] ?? "";
}

const demo = readDemoData();
const at = (name: PortName) => `http://127.0.0.1:${ports[name]}`;
const connections = async () => {
  const { idToken } = await signIn(at("auth"), demo.account);
  return new ProductClient(at("hosting"), idToken).get<Connection[]>("/api/v1/mixpanel/connections");
};
/** Whether an account is saved for the next start. */
const isSaved = (email: string) =>
  readFileSync(path.join(dataDir, "auth/auth_export/accounts.json"), "utf8").includes(email);
const newcomer = { email: "newcomer@example.com", password: "first-minutes-1", displayName: "Ada" };

inTerminal(
  "one Ctrl-C while the demo account is filled saves and stops everything, pressed twice too",
  async () => {
    const started = await start("start", { until: "joined the workspace", seed: "yes", terminal: true });
    expect(running().length).toBeGreaterThan(4);
    started.pressCtrlC!();
    await new Promise((resolve) => setTimeout(resolve, 200));
    started.pressCtrlC!();
    // Nothing fails for being stopped.
    expect(await ended(started)).not.toMatch(/error|fail|refused|exception/i);
  },
);

inTerminal("the next start has what was saved, fills the rest, and a closed terminal stops it", async () => {
  const started = await start("dev", { until: "incidents triaged", seed: "yes", terminal: true });
  expect(await connections()).toMatchObject([{ status: "verified" }]);
  expect(started.output()).not.toMatch(/seed.* failed: |joined the workspace/);
  await signIn(at("auth"), newcomer);
  started.closeTerminal!();
  await ended(started);
  expect(isSaved(newcomer.email)).toBe(true);
});

it("`kill` of npm saves and stops everything", async () => {
  const started = await start("start", { until: "Ready after" });
  const last = { ...newcomer, email: "last@example.com" };
  await signIn(at("auth"), last);
  started.child.kill("SIGTERM");
  await ended(started);
  expect(isSaved(last.email)).toBe(true);
});

inTerminal("Ctrl-C while it is still starting stops everything", async () => {
  const started = await start("start", { until: "starting …", terminal: true });
  started.pressCtrlC!();
  await ended(started);
});
