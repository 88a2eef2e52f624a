import { setTimeout as sleep } from "node:timers/promises";
import { Firestore, Query, Transaction } from "firebase-admin/firestore";
import { silentLogger } from "../../../functions/src/common/logger.js";
import { dependencies } from "../../../functions/src/composition/compose.js";
import { countOperations, type Operations } from "../scheduler/count-operations.js";
import { serveApi } from "./serve-api.js";

/** The server's resource use so far. */
export type ServerUsage = Operations & { cpuMs: number };
/** The first message is the address; each later one answers a message. */
export type ServerMessage = { base: string } | { usage: ServerUsage };

/*
 * Runs the API in a separate process, so that its clients' work doesn't slow it down. Every Firestore read takes some
 * extra milliseconds, given as an argument, like the round trip to a real Firestore.
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
