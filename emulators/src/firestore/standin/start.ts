import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startChild } from "../../processes/child-process.js";
import { waitFor } from "../../processes/wait-for.js";
import type { FirestoreOptions, RunningFirestore } from "../back-end.js";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/**
 * Starts the stand-in in its own process, because queries scan collections and would block the other parts.
 */
export async function startStandIn(options: FirestoreOptions): Promise<RunningFirestore> {
  let ready = false;
  const args = [
    "--import",
    loader,
    main,
    String(options.port),
    ...(options.dataDir ? [options.dataDir] : []),
  ];
  const child = await startChild(process.execPath, args, {
    onLine: (line) => {
      if (line.startsWith("ready")) ready = true;
      else options.log(line);
    },
  });
  await waitFor("The Firestore stand-in", async () => ready || undefined, 120_000, child.exited);
  return {
    backEnd: "standin",
    pid: child.pid,
    exited: child.exited,
    close: () => child.stop("SIGTERM", 20_000),
  };
}
