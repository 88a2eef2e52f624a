import { startChild } from "../../processes/child-process.js";
import { answers, waitFor } from "../../processes/wait-for.js";
import type { FirestoreOptions, RunningFirestore } from "../back-end.js";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const snapshotEveryMs = 3 * 60_000;

/**
 * Starts Google's emulator from its JAR, without firebase-tools, which needs a newer Java than the JAR does.
 */
export async function startOfficialEmulator(
  jar: string,
  options: FirestoreOptions,
): Promise<RunningFirestore> {
  const url = `http://127.0.0.1:${options.port}`;
  const snapshots = options.dataDir && new Snapshots(options.dataDir, options.projectId, url);
  const seed = snapshots ? snapshots.latest : undefined;
  const child = await startChild("java", javaArguments(jar, options, seed), {
    onLine: (line) => isSerious(line) && options.log(line),
  });
  await waitFor("The Firestore emulator", () => answers(url), 120_000, child.exited);
  const timer = snapshots && setInterval(() => void takeQuietly(snapshots, options.log), snapshotEveryMs);
  return {
    backEnd: "official",
    pid: child.pid,
    exited: child.exited,
    async close() {
      clearInterval(timer);
      if (snapshots) await takeQuietly(snapshots, options.log);
      await child.stop("SIGTERM", 5000);
    },
  };
}

/** The JAR declares no main class, so `java -jar` would refuse it. */
function javaArguments(jar: string, { port, rules }: FirestoreOptions, seed: string | undefined): string[] {
  return [
    "-Xmx512m",
    // Java's second compiler takes minutes to pay off, and uses cores that tests and journeys need.
    "-XX:TieredStopAtLevel=1",
    "-Duser.language=en",
    "-cp",
    jar,
    "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
    "start",
    "--host=127.0.0.1",
    `--port=${port}`,
    ...(rules ? [`--rules=${rules}`] : []),
    ...(seed ? [`--seed_from_export=${seed}`] : []),
  ];
}

/** Filters the log: the emulator logs each connection, and each missing document with a stack trace. */
const isSerious = (line: string) => /^(SEVERE|ERROR|Error|Exception in)|OutOfMemory/.test(line);

async function takeQuietly(snapshots: Snapshots, log: (line: string) => void): Promise<void> {
  await snapshots.take().catch((error: unknown) => log(String(error)));
}

/**
 * Exports of the running emulator. A separate file names the newest complete export, so that if a process is
 * killed during an export, the previous one stays in use.
 */
class Snapshots {
  constructor(
    private readonly directory: string,
    private readonly projectId: string,
    private readonly url: string,
  ) {}

  /** The metadata file to start from, if there is a snapshot. */
  get latest(): string | undefined {
    const pointer = path.join(this.directory, "latest");
    if (!existsSync(pointer)) return undefined;
    const name = readFileSync(pointer, "utf8").trim();
    const file = path.join(this.directory, name, `${exportName}/${exportName}.overall_export_metadata`);
    return existsSync(file) ? file : undefined;
  }

  /** @throws Error if the emulator refuses the export */
  async take(): Promise<void> {
    const name = `snapshot-${Date.now()}`;
    const target = path.join(this.directory, name);
    mkdirSync(target, { recursive: true });
    const response = await fetch(`${this.url}/emulator/v1/projects/${this.projectId}:export`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        database: `projects/${this.projectId}/databases/(default)`,
        export_directory: target,
        export_name: exportName,
      }),
    });
    if (!response.ok) throw new Error(`The Firestore export failed: ${await response.text()}`);
    const pointer = path.join(this.directory, "latest");
    writeFileSync(`${pointer}.new`, name);
    renameSync(`${pointer}.new`, pointer);
    this.#removeOthers(name);
  }

  #removeOthers(name: string): void {
    for (const entry of readdirSync(this.directory)) {
      if (!entry.startsWith("snapshot-") || entry === name) continue;
      rmSync(path.join(this.directory, entry), { recursive: true, force: true });
    }
  }
}

const exportName = "firestore";
