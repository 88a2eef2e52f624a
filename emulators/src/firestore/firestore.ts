import path from "node:path";
import type { FirestoreBackEnd, FirestoreOptions, RunningFirestore } from "./back-end.js";
import { findEmulatorJar } from "./official/find-jar.js";
import { startOfficialEmulator } from "./official/emulator.js";
import { startStandIn } from "./standin/start.js";

/**
 * Starts Google's emulator if its JAR is found, else the stand-in.
 * @throws Error if the requested one is not available
 */
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

/** The two store data in different formats. */
const inFolder = (options: FirestoreOptions, folder: FirestoreBackEnd): FirestoreOptions => ({
  ...options,
  ...(options.dataDir !== undefined && { dataDir: path.join(options.dataDir, folder) }),
});
