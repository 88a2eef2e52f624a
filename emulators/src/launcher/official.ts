import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { startMail } from "../mail/server.js";
import { startSchedule } from "../schedule/server.js";
import { startStorage } from "../storage/server.js";
import { startTasks } from "../tasks/server.js";
import { startChild } from "./child-process.js";
import { consoleOutput } from "./console-output.js";
import { developmentKeys } from "./development-keys.js";
import { flatten, productEnvironment, stripeKeys } from "./environment.js";
import { writeFunctionSettings } from "./firebase-project.js";
import { declaredQueues, functionsLoaded, scheduledFunctions } from "./functions-list.js";
import { startMixpanel, startStripe } from "./neighbours.js";
import { defaultDataDir, root } from "./paths.js";
import { occupiedPorts, portsFromEnvironment, portTable } from "./ports.js";
import { waitFor } from "./wait-for.js";

const projectId = "demo-plumbline";

/**
 * `npm run emulators`: the whole official suite as `firebase.json` declares it, from `emulator-data/`, for machines that
 * can download its parts; beside it the stand-ins for what it cannot do (delays and retries of tasks, schedules, signed
 * addresses of Storage) or does not know (Mixpanel, Stripe, mail).
 */
async function main(): Promise<void> {
  const output = consoleOutput(process.stdout);
  const ports = portsFromEnvironment(process.env);
  const dataDir = path.join(defaultDataDir(process.env), "official");
  const own = ["storage", "tasks", "schedule", "mixpanel", "stripe", "smtp", "mail"] as const;
  const occupied = await occupiedPorts(ports, own);
  if (occupied.length > 0) throw new Error(occupied.join("\n"));
  const keys = developmentKeys(dataDir);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  // The suite's own parts are where firebase.json puts them.
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

  const parts = [
    await startStorage({
      port: ports.storage,
      dataDir: path.join(dataDir, "storage"),
      signers: [keys.storageSigner],
    }),
    await startMail({ smtpPort: ports.smtp, port: ports.mail }),
    await startMixpanel({ port: ports.mixpanel, dataDir: path.join(dataDir, "mixpanel") }),
    await startStripe({
      port: ports.stripe,
      dataDir: path.join(dataDir, "stripe"),
      webhookUrl: `${at(hosting.port)}/api/v1/billing/webhook`,
      webhookSecret: stripeKeys.webhookSecret,
      secretKey: stripeKeys.secretKey,
      webhookEvents: stripeKeys.webhookEvents,
    }),
  ];
  const tasks = await startTasks({
    port: ports.tasks,
    file: path.join(dataDir, "tasks.jsonl"),
    log: log("tasks"),
  });
  const suite = await startChild(process.execPath, suiteCommand(), {
    cwd: root,
    env: { ...process.env, ...flatten(environment), FORCE_COLOR: "0" },
    onLine: log("firebase"),
  });
  const stop = async () => {
    await tasks.close();
    await suite.stop("SIGINT", 20_000);
    for (const part of parts) await part?.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());

  const loaded = () => functionsLoaded(at(functions.port));
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
  scheduling.catch((error: unknown) => output("plumbline", String(error)));
  const code = await suite.exited;
  await stop();
  process.exit(code ?? 1);
}

function suiteCommand(): string[] {
  const seeds = path.join(root, "emulator-data");
  const hasSeeds = existsSync(path.join(seeds, "firebase-export-metadata.json"));
  return [
    createRequire(import.meta.url).resolve("firebase-tools/lib/bin/firebase.js"),
    "emulators:start",
    `--project=${projectId}`,
    ...(hasSeeds ? [`--import=${seeds}`] : []),
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
