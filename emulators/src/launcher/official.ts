import { createRequire } from "node:module";
import path from "node:path";
import { startSchedule } from "../schedule/server.js";
import { startTasks } from "../tasks/server.js";
import { startChild } from "../processes/child-process.js";
import { stopRequested } from "../processes/stop-requests.js";
import { consoleOutput } from "./console-output.js";
import { developmentKeys } from "./config/development-keys.js";
import { productEnvironment } from "./config/environment.js";
import { writeFunctionSettings } from "./firebase/firebase-project.js";
import { declaredQueues, scheduledFunctions } from "./firebase/functions-list.js";
import { saysReady } from "./firebase/firebase-tools.js";
import { readDemoData, seedDir } from "./seed/demo-data.js";
import { seed } from "./seed/seed.js";
import { startStack } from "./start-stack.js";
import { defaultDataDir, root } from "./config/paths.js";
import { occupiedPorts, portsFromEnvironment, portTable } from "./config/ports.js";
import { waitFor } from "../processes/wait-for.js";

const projectId = "demo-plumbline";

/**
 * `npm run emulators`: runs the official Firebase emulators as declared in `firebase.json`, with the data in
 * `emulator-data/`, for machines that can download them. The stand-ins run beside them for what the emulators
 * can't do (delays and retries of tasks, schedules, signed URLs of Storage) and for Mixpanel, Stripe and
 * mail.
 */
async function main(): Promise<void> {
  const demo = readDemoData();
  const output = consoleOutput(process.stdout);
  const ports = portsFromEnvironment(process.env);
  const dataDir = path.join(defaultDataDir(process.env), "official");
  const own = ["storage", "tasks", "schedule", "mixpanel", "stripe", "channels", "smtp", "mail"] as const;
  const occupied = await occupiedPorts(ports, own);
  if (occupied.length > 0) throw new Error(occupied.join("\n"));
  const keys = developmentKeys(dataDir);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  // The official emulators use the ports in firebase.json.
  const { hosting, functions, auth, firestore } = portTable;
  const suitePorts = {
    ...ports,
    hosting: hosting.port,
    functions: functions.port,
    auth: auth.port,
    firestore: firestore.port,
  };
  const environment = productEnvironment(projectId, suitePorts, keys, at(hosting.port));
  writeFunctionSettings(path.join(root, "functions"), environment);
  const log = (part: string) => (line: string) => output(part, line);

  const stack = await startStack({
    dataDir,
    parts: ["storage", "mail", "mixpanel", "stripe", "channels"],
    ports: suitePorts,
    projectId,
    output,
  });
  const tasks = await startTasks({
    port: ports.tasks,
    file: path.join(dataDir, "tasks.jsonl"),
    log: log("tasks"),
  });
  let isReady = false;
  const suite = await startChild(process.execPath, suiteCommand(), {
    cwd: root,
    env: { ...process.env, ...stack.environment, FORCE_COLOR: "0" },
    onLine: (line) => {
      isReady ||= saysReady(line);
      output("firebase", line);
    },
  });
  const stopped = stopRequested(process, () => process.exit(130));

  const loaded = async () => isReady || undefined;
  const ready = waitFor("The functions emulator", loaded, 180_000, suite.exited);
  const scheduling = ready.then(async () => {
    tasks.setQueues(await declaredQueues(at(functions.port), projectId));
    return startSchedule({
      port: ports.schedule,
      functionsUrl: at(functions.port),
      projectId,
      schedules: () => scheduledFunctions(at(functions.port)),
      log: log("schedule"),
    });
  });
  const target = {
    appUrl: at(hosting.port),
    authUrl: at(auth.port),
    mailUrl: at(ports.mail),
    channelsUrl: at(ports.channels),
    environment: stack.environment,
  };
  scheduling
    .then(() => seed(target, demo, log("seed")))
    .catch((error: unknown) => output("plumbline", String(error)));
  await Promise.race([stopped, suite.exited]);
  tasks.stopDelivering();
  await suite.stop("SIGINT", 20_000);
  const code = await suite.exited;
  await tasks.close();
  await stack.stop();
  process.exit(code ?? 1);
}

function suiteCommand(): string[] {
  return [
    createRequire(import.meta.url).resolve("firebase-tools/lib/bin/firebase.js"),
    "emulators:start",
    `--project=${projectId}`,
    `--import=${seedDir}`,
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
