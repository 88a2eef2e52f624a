import { existsSync } from "node:fs";
import path from "node:path";
import {
  handledEvents,
  handledThinEvents,
} from "../../../functions/src/contract/integrations/stripe-events.js";
import { startChannels } from "../channels/server.js";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import { startFirestore } from "../firestore/firestore.js";
import { startMail } from "../mail/server.js";
import { startMixpanel } from "../mixpanel/server.js";
import { waitFor } from "../processes/wait-for.js";
import { startSchedule } from "../schedule/server.js";
import { startStorage } from "../storage/server.js";
import { startStripe } from "../stripe/server.js";
import { startTasks, type TasksServer } from "../tasks/server.js";
import { developmentKeys } from "./config/development-keys.js";
import { flatten, productEnvironment } from "./config/environment.js";
import { stripeKeys } from "../stripe/keys.js";
import { writeFirebaseProject } from "./firebase/firebase-project.js";
import { startFirebaseTools, type FirebasePart } from "./firebase/firebase-tools.js";
import { declaredQueues, scheduledFunctions } from "./firebase/functions-list.js";
import { partNames, type Closable, type Output, type PartName } from "./config/parts.js";
import { root } from "./config/paths.js";
import { freePorts, type PortName, type Ports } from "./config/ports.js";

export interface StackOptions {
  /** The folder for data that is kept between starts. */
  readonly dataDir: string;
  /** Defaults to all parts. */
  readonly parts?: readonly PartName[];
  /** Defaults to free ports. */
  readonly ports?: Ports;
  /** Defaults to Google's emulator if it is installed, else the stand-in. */
  readonly firestore?: FirestoreBackEnd | "auto";
  /** If false, Firestore's data is in memory only. */
  readonly keepsDocuments?: boolean;
  readonly projectId?: string;
  /** The address at which the app is opened. Defaults to Hosting. */
  readonly appUrl?: string;
  /** If false, scheduled functions run only on `POST /_tick` of the scheduler. */
  readonly automaticSchedule?: boolean;
  readonly functionsDir?: string;
  readonly webDir?: string;
  /** A Firebase export with the accounts for a stack without data. Defaults to none. */
  readonly seedDir?: string;
  /** The folder for the generated Firebase project. Defaults to one in `dataDir`. */
  readonly firebaseDir?: string;
  /** Settings for the product that override the generated ones. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly output?: Output;
  /** When it resolves before all parts have started, those that have are stopped and `startStack` throws. */
  readonly interrupted?: Promise<unknown>;
}

export interface Stack {
  readonly projectId: string;
  readonly ports: Ports;
  /** `http://127.0.0.1:…` for every port, whether its part is running or not. */
  readonly urls: Readonly<Record<PortName, string>>;
  readonly firestoreBackEnd: FirestoreBackEnd | undefined;
  /** Environment variables for a process that acts as the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** The pids of the other processes, by part. */
  readonly pids: Readonly<Record<string, number>>;
  /** Resolves with a part's name if its process ends unexpectedly. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the wanted parts in order and waits until each one responds. If one fails, those that have started
 * are stopped.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const wanted = new Set(options.parts ?? partNames);
  const projectId = options.projectId ?? "demo-plumbline";
  const ports = options.ports ?? (await freePorts());
  const urls = urlsOf(ports);
  const keys = developmentKeys(options.dataDir);
  const generated = productEnvironment(projectId, ports, keys, options.appUrl ?? urls.hosting);
  const environment = { ...generated, parameters: { ...generated.parameters, ...options.parameters } };
  const output = options.output ?? (() => {});
  const log = (part: string) => (line: string) => output(part, line);
  const inData = (...segments: string[]) => path.join(options.dataDir, ...segments);
  const started = new Map<PartName, Closable>();
  const pids: Record<string, number> = {};
  let stopping = false;
  let fail: (part: string) => void;
  const failed = new Promise<string>((resolve) => (fail = resolve));
  const watch = (part: string, running: { pid: number; exited: Promise<unknown> }) => {
    pids[part] = running.pid;
    void running.exited.then(() => stopping || fail(part));
  };
  const stop = async () => {
    stopping = true;
    tasks?.stopDelivering();
    for (const name of [...partNames].reverse()) {
      const part = started.get(name);
      started.delete(name);
      await part?.close();
    }
  };
  let firestoreBackEnd: FirestoreBackEnd | undefined;
  let tasks: TasksServer | undefined;

  const starters: Record<PartName, () => Promise<Closable | undefined>> = {
    firestore: async () => {
      const firestore = await startFirestore(options.firestore ?? "auto", {
        port: ports.firestore,
        projectId,
        ...(options.keepsDocuments === false ? {} : { dataDir: inData("firestore") }),
        rules: path.join(root, "firestore.rules"),
        log: log("firestore"),
      });
      firestoreBackEnd = firestore.backEnd;
      watch("firestore", firestore);
      return firestore;
    },
    storage: () =>
      startStorage({ port: ports.storage, dataDir: inData("storage"), signers: [keys.storageSigner] }),
    mail: () => startMail({ smtpPort: ports.smtp, port: ports.mail }),
    mixpanel: () => startMixpanel({ port: ports.mixpanel, dataDir: inData("mixpanel") }),
    stripe: () =>
      startStripe({
        port: ports.stripe,
        dataDir: inData("stripe"),
        webhookUrl: `${urls.hosting}/api/v1/billing/webhook`,
        webhookSecret: stripeKeys.webhookSecret,
        secretKey: stripeKeys.secretKey,
        webhookEvents: [...handledEvents, ...handledThinEvents],
      }),
    channels: () =>
      startChannels({
        port: ports.channels,
        slackActionsUrl: `${urls.hosting}/api/v1/slack/actions`,
      }),
    tasks: async () =>
      (tasks = await startTasks({
        port: ports.tasks,
        file: inData("tasks.jsonl"),
        openQueues: !wanted.has("functions"),
        log: log("tasks"),
      })),
    auth: () => firebase(),
    functions: () => firebase(),
    hosting: () => firebase(),
    schedule: () =>
      startSchedule({
        port: ports.schedule,
        functionsUrl: urls.functions,
        projectId,
        schedules: () => scheduledFunctions(urls.functions),
        automatic: options.automaticSchedule ?? true,
        log: log("schedule"),
      }),
  };

  let firebaseStarted = false;
  async function firebase(): Promise<Closable | undefined> {
    if (firebaseStarted) return undefined;
    firebaseStarted = true;
    const directory = options.firebaseDir ?? inData("firebase");
    const functionsDir = options.functionsDir ?? path.join(root, "functions");
    if (wanted.has("functions") && !existsSync(path.join(functionsDir, "lib/index.js"))) {
      throw new Error("The functions are not built. `npm run build` builds them.");
    }
    await writeFirebaseProject({
      directory,
      projectId,
      ports,
      environment,
      functionsDir,
      webDir: options.webDir ?? path.join(root, "web/dist"),
    });
    const parts: FirebasePart[] = (["auth", "functions", "hosting"] as const).filter((p) => wanted.has(p));
    const tools = await startFirebaseTools({
      directory,
      parts,
      projectId,
      dataDir: inData("auth"),
      seedDir: options.seedDir,
      environment: flatten(environment),
      log: log("firebase"),
    });
    watch("firebase", tools);
    if (parts.includes("functions"))
      tasks?.setQueues(
        await waitFor("The list of queues", () => declaredQueues(urls.functions, projectId), 120_000),
      );
    return tools;
  }

  try {
    for (const name of partNames) {
      const part = wanted.has(name)
        ? await unlessInterrupted(starters[name](), options.interrupted)
        : undefined;
      if (part) started.set(name, part);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    projectId,
    ports,
    urls,
    firestoreBackEnd,
    environment: flatten(environment),
    pids,
    failed,
    stop,
  };
}

/** Why a start ended early. */
export class Interrupted extends Error {}

/** @throws Interrupted as soon as `interrupted` resolves, whatever becomes of the work */
export function unlessInterrupted<T>(work: Promise<T>, interrupted?: Promise<unknown>): Promise<T> {
  const ended = interrupted?.then((): never => {
    throw new Interrupted("Interrupted.");
  });
  return ended ? Promise.race([ended, work]) : work;
}

const urlsOf = (ports: Ports) =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]),
  ) as Record<PortName, string>;
