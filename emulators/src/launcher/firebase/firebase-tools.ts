import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isRecord } from "../../http/body.js";
import { startChild } from "../../processes/child-process.js";
import { waitFor } from "../../processes/wait-for.js";

export type FirebasePart = "auth" | "functions" | "hosting";

export interface FirebaseToolsOptions {
  /** A folder with a `firebase.json`. */
  readonly directory: string;
  readonly parts: readonly FirebasePart[];
  readonly projectId: string;
  /** The folder for accounts that are kept between starts. */
  readonly dataDir: string;
  /** A Firebase export to start from while `dataDir` has none. */
  readonly seedDir?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface FirebaseTools {
  readonly pid: number;
  readonly exited: Promise<unknown>;
  close(): Promise<void>;
}

/** A busy machine may need three minutes to load the functions alone. */
const startLimitMs = 6 * 60_000;
const saveEveryMs = 3 * 60_000;

/** Runs firebase-tools' Auth, Functions and Hosting emulators and waits until all are ready. */
export async function startFirebaseTools(options: FirebaseToolsOptions): Promise<FirebaseTools> {
  const { directory, parts, projectId, dataDir } = options;
  const isSaved = existsSync(path.join(dataDir, "firebase-export-metadata.json"));
  const imported = isSaved ? dataDir : options.seedDir;
  let isReady = false;
  const child = await startChild(
    process.execPath,
    [
      createRequire(import.meta.url).resolve("firebase-tools/lib/bin/firebase.js"),
      "emulators:start",
      "--non-interactive",
      `--only=${parts.join(",")}`,
      `--project=${projectId}`,
      `--config=${path.join(directory, "firebase.json")}`,
      ...(imported === undefined ? [] : [`--import=${imported}`]),
    ],
    {
      cwd: directory,
      env: {
        ...process.env,
        ...options.environment,
        NO_UPDATE_NOTIFIER: "1",
        FORCE_COLOR: "0",
        // The time in seconds that a worker has to load the functions. A busy machine may need more than the
        // default of 30, and then firebase-tools leaves the request unanswered.
        FUNCTIONS_DISCOVERY_TIMEOUT: "180",
      },
      onLine: (line) => {
        isReady ||= saysReady(line);
        if (isShown(line)) options.log(line);
      },
    },
  );
  try {
    await waitFor("The Firebase emulators", async () => isReady || undefined, startLimitMs, child.exited);
  } catch (error) {
    await child.stop("SIGTERM", 5000);
    throw error;
  }
  const timer = parts.includes("auth") && setInterval(() => void saveAccounts(options), saveEveryMs);
  return {
    pid: child.pid,
    exited: child.exited,
    async close() {
      if (timer) {
        clearInterval(timer);
        await saveAccounts(options);
      }
      await child.stop("SIGINT", 20_000);
    },
  };
}

/** Whether firebase-tools says that all functions and queues are there. They appear in its list one after another. */
export const saysReady = (line: string): boolean => line.includes("All emulators ready!");

/** Exports the accounts, so that no sign-up is lost when the stack stops, and at most a few minutes of them if it is killed. */
async function saveAccounts({ directory, dataDir, log }: FirebaseToolsOptions): Promise<void> {
  const config: unknown = JSON.parse(readFileSync(path.join(directory, "firebase.json"), "utf8"));
  const emulators = isRecord(config) && isRecord(config["emulators"]) ? config["emulators"] : {};
  const port = isRecord(emulators["hub"]) ? emulators["hub"]["port"] : undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${String(port)}/_admin/export`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ path: dataDir, initiatedBy: "plumbline" }),
    });
    if (!response.ok) log(`accounts were not saved: ${await response.text()}`);
  } catch (error) {
    log(`accounts were not saved: ${String(error)}`);
  }
}

/** Whether a line of firebase-tools or of a function says something that a person who waits wants to know. */
export function isShown(line: string): boolean {
  const plain = line.trim();
  return plain !== "" && !hiddenLines.some((pattern) => pattern.test(plain));
}

const hiddenLines = [
  /hosting: 127\.0\.0\.1 - - /,
  /hosting\[.*\]: 127\.0\.0\.1/,
  /^[┌├│└┬┼─┐┤┘ ]/,
  /(Beginning|Finished) execution of/,
  // Pages poll, so each open one would print lines without end. Failures have lines of their own.
  /"severity":"INFO","message":"request"/,
  /function ignored because the (pubsub|firestore|storage|eventarc)/,
  /The (firestore|storage|pubsub|database|dataconnect) emulator is not running/i,
  /following emulators are not running/,
  /Issues\? Report them/,
  /Loaded environment variables|\[hosting\] Rewriting|functions: Finished "|Serving at port/,
  /CLI MOTD|Emulator UI is not starting|Created queue with key|demo project ID/,
  /doesn't match your global version/,
  /emulators: (Received|Please wait|Starting|Shutting|It seems|Export)/,
  /(Stopping|Found running emulator hub|Creating export|Exporting data|Export complete)/,
  /Emulator Hub|host:port|Other reserved ports/,
];
