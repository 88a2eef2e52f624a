import path from "node:path";
import { findEmulatorJar } from "./official/find-jar.js";
import { startOfficialEmulator } from "./official/emulator.js";
import { startStandIn } from "./standin/start.js";

export type FirestoreBackEnd = "official" | "standin";

export interface FirestoreOptions {
  readonly port: number;
  readonly projectId: string;
  /** Where data is kept between starts; nowhere when absent. */
  readonly dataDir?: string;
  /** Security rules; the stand-in has no browser access and so no rules. */
  readonly rules?: string;
  readonly log: (line: string) => void;
}

export interface RunningFirestore {
  readonly backEnd: FirestoreBackEnd;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  close(): Promise<void>;
}

/** Google's emulator where its JAR is found, else the stand-in. @throws Error when the one asked for is not there */
export async function startFirestore(
  wanted: FirestoreBackEnd | "auto",
  options: FirestoreOptions,
): Promise<RunningFirestore> {
  const jar = wanted === "standin" ? undefined : findEmulatorJar(process.env);
  if (jar) return startOfficialEmulator(jar, inFolder(options, "official"));
  if (wanted === "official") {
    throw new Error(
      "No Firestore emulator JAR with a Java to run it was found. FIRESTORE_EMULATOR_JAR can name one.",
    );
  }
  return startStandIn(inFolder(options, "standin"));
}

/** The two keep their data in forms of their own. */
const inFolder = (options: FirestoreOptions, folder: FirestoreBackEnd): FirestoreOptions => ({
  ...options,
  ...(options.dataDir !== undefined && { dataDir: path.join(options.dataDir, folder) }),
});
