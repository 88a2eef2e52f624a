import path from "node:path";
import { parseArgs } from "node:util";
import { consoleOutput } from "./console-output.js";
import { endLeftovers, forgetProcesses, recordProcesses } from "../processes/leftovers.js";
import { stopRequested } from "../processes/stop-requests.js";
import { partNames, portsOf, type Output } from "./config/parts.js";
import { defaultDataDir, root } from "./config/paths.js";
import { occupiedPorts, portsFromEnvironment } from "./config/ports.js";
import { readDemoData, seedDir, type DemoData } from "./seed/demo-data.js";
import { seed } from "./seed/seed.js";
import { Interrupted, startStack, unlessInterrupted, type Stack } from "./start-stack.js";
import { createRequire } from "node:module";
import { startChild } from "../processes/child-process.js";
import { answers, waitFor } from "../processes/wait-for.js";

/** `npm start` and `npm run dev`: runs the whole stack until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { dev: { type: "boolean" }, firestore: { type: "string" }, seed: { type: "string" } },
  });
  const began = Date.now();
  const stopped = stopRequested(process, () => process.exit(130));
  // A closed terminal takes no more lines, and what was saved must not depend on that.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const demo = values.seed === "no" ? null : readDemoData();
  const output = consoleOutput(process.stdout);
  const dataDir = defaultDataDir(process.env);
  const ports = portsFromEnvironment(process.env);
  for (const part of await endLeftovers(dataDir))
    output("plumbline", `stopped ${part} from an earlier start`);
  const needed = [...partNames.flatMap(portsOf), ...(values.dev ? (["vite"] as const) : [])];
  const occupied = await occupiedPorts(ports, needed);
  if (occupied.length > 0) throw new Error(occupied.join("\n"));

  const appUrl = `http://127.0.0.1:${values.dev ? ports.vite : ports.hosting}`;
  let isStopping = false;
  void stopped.then(() => {
    isStopping = true;
    output("plumbline", "saving and stopping …");
  });
  output("plumbline", "starting …");
  const stack = await startStack({
    dataDir,
    ports,
    appUrl,
    firestore: backEnd(values.firestore ?? process.env["PLUMBLINE_FIRESTORE"]),
    output,
    interrupted: stopped,
    ...(demo ? { seedDir } : {}),
    // firebase-tools does not watch files in hidden folders.
    firebaseDir: values.dev ? path.join(root, "emulators/dist/firebase") : undefined,
  });
  recordProcesses(dataDir, stack.pids);
  try {
    if (values.dev) await unlessInterrupted(startDevelopment(stack, output), stopped);
    printAddresses(appUrl, stack.urls, demo, Date.now() - began);
    if (demo) {
      const { hosting, auth, mail, channels } = stack.urls;
      const { environment } = stack;
      const target = { appUrl: hosting, authUrl: auth, mailUrl: mail, channelsUrl: channels, environment };
      // What it can't do because the stack stops is no failure: the next start goes on.
      const log = (line: string) => isStopping || output("seed", line);
      seed(target, demo, log).catch((error: unknown) => log(`failed: ${String(error)}`));
    }
    const failed = await unlessInterrupted(stack.failed, stopped);
    throw new Error(`${failed} ended unexpectedly; the rest was stopped.`);
  } finally {
    await stack.stop();
    forgetProcesses(dataDir);
  }
}

function backEnd(name: string | undefined) {
  if (name === undefined || name === "" || name === "auto") return "auto";
  if (name === "official" || name === "standin") return name;
  throw new Error(`--firestore is "${name}"; it can be official, standin or auto.`);
}

function printAddresses(
  appUrl: string,
  { mail, channels }: Stack["urls"],
  demo: DemoData | null,
  tookMs: number,
): void {
  const signIn = demo ? `\n  Sign in     ${demo.account.email} / ${demo.account.password}` : "";
  process.stdout.write(`
  Plumbline   ${appUrl}${signIn}
  Mail        ${mail}
  Channels    ${channels}

  Ready after ${(tookMs / 1000).toFixed(1)} s. Ctrl-C stops it; the data stays for the next start.

`);
}

// Processes that are still starting, or fill the demo account, end with this one.
main().catch((error: unknown) => {
  if (error instanceof Interrupted) process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

/**
 * `npm run dev`: starts Vite's dev server, and rebuilds the functions on each change; the functions emulator
 * reloads them. Environment variables tell Vite the addresses of the API and the Auth emulator.
 * Both have nothing to save, and end with this process.
 */
async function startDevelopment(stack: Stack, output: Output): Promise<void> {
  await startChild(process.execPath, ["build.mjs", "--watch"], {
    cwd: path.join(root, "functions"),
    onLine: (line) => output("build", line),
  });
  const vite = await startChild(
    process.execPath,
    [viteMain(), "--host=127.0.0.1", "--strictPort", `--port=${stack.ports.vite}`],
    {
      cwd: path.join(root, "web"),
      env: {
        ...process.env,
        PLUMBLINE_API_ORIGIN: stack.urls.hosting,
        VITE_AUTH_EMULATOR_URL: stack.urls.auth,
      },
      onLine: (line) => line.trim() && output("vite", line),
    },
  );
  await waitFor("Vite", () => answers(stack.urls.vite), 60_000, vite.exited);
}

function viteMain(): string {
  const manifest = createRequire(path.join(root, "web/package.json")).resolve("vite/package.json");
  return path.join(path.dirname(manifest), "bin/vite.js");
}
