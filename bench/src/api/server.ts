import { setTimeout as sleep } from "node:timers/promises";
import { Firestore, Query, Transaction } from "firebase-admin/firestore";
import { silentLogger } from "../../../functions/src/common/logger.js";
import { dependencies } from "../../../functions/src/composition/compose.js";
import { countOperations, type Operations } from "../scheduler/count-operations.js";
import { serveApi } from "./serve-api.js";

/** What the server has used so far. */
export type ServerUsage = Operations & { cpuMs: number };
/** The first message is the address, each later one answers a message. */
export type ServerMessage = { base: string } | { usage: ServerUsage };

/*
 * The API in a process of its own: what its clients compute is not in its way. Every read of Firestore takes some
 * milliseconds longer, given as argument, as the way to a real one does.
 */

const latencyMs = Number(process.argv[2]);
delayReads();
const counter = countOperations();
const { base } = await serveApi({ ...(await dependencies()), logger: silentLogger });
const send = (message: ServerMessage) => void process.send!(message);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  send({ usage: { ...counter.so(), cpuMs: (user + system) / 1_000 } });
});
process.on("disconnect", () => process.exit());
send({ base });

function delayReads(): void {
  for (const prototype of [Query.prototype, Transaction.prototype, Firestore.prototype] as object[])
    for (const name of ["get", "getAll"]) {
      const holder = prototype as Record<string, (...args: unknown[]) => unknown>;
      const original = holder[name];
      if (!original) continue;
      holder[name] = async function (...args) {
        await sleep(latencyMs);
        return original.apply(this, args);
      };
    }
}
