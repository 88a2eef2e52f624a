import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FirestoreBackEnd } from "../../../emulators/src/firestore/back-end.js";
import { startStack } from "../../../emulators/src/launcher/start-stack.js";

/** Starts only Firestore, without data: Google's emulator if it is installed. Sets the environment to use it. */
export async function withFirestore(
  work: (backEnd: string) => Promise<void>,
  firestore: FirestoreBackEnd | "auto" = "auto",
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const stack = await startStack({ dataDir, parts: ["firestore"], keepsDocuments: false, firestore });
  Object.assign(process.env, stack.environment);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
  try {
    await work(stack.firestoreBackEnd ?? "none");
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
