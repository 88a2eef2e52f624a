import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Finds an installed JAR of Google's Firestore emulator: named by FIRESTORE_EMULATOR_JAR, part of the Google
 * Cloud CLI, or in firebase-tools' cache. Returns undefined if there is none, or no Java to run it.
 */
export function findEmulatorJar(environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment["FIRESTORE_EMULATOR_JAR"];
  if (named) {
    if (!existsSync(named)) throw new Error(`FIRESTORE_EMULATOR_JAR names no file: ${named}`);
    return named;
  }
  if (output("java", ["-version"]) === undefined) return undefined;
  const candidates = [...fromDebianPackage(), ...fromCloudSdk(environment), ...fromFirebaseTools()];
  return candidates.find((file) => existsSync(file));
}

function fromDebianPackage(): string[] {
  const files = output("dpkg", ["-L", "google-cloud-cli-firestore-emulator"]) ?? "";
  return files.split("\n").filter((file) => file.endsWith(".jar"));
}

/** Looks beside the `gcloud` on the path instead of calling it, which takes a second. */
function fromCloudSdk(environment: NodeJS.ProcessEnv): string[] {
  const folders = (environment["PATH"] ?? "").split(path.delimiter);
  return folders.map((folder) =>
    path.join(folder, "../platform/cloud-firestore-emulator/cloud-firestore-emulator.jar"),
  );
}

function fromFirebaseTools(): string[] {
  const cache = path.join(os.homedir(), ".cache/firebase/emulators");
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((file) => /^cloud-firestore-emulator-.*\.jar$/.test(file))
    .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
    .map((file) => path.join(cache, file));
}

function output(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}
