import { startFaultWorker } from "./faults-worker.js";

/*
 * A worker in a process of its own, for tests that kill it. Is told how far its clock is
 * ahead, and prints the address that the queue delivers to.
 */
const worker = await startFaultWorker(Number(process.argv[2]));
process.stdout.write(`${worker.url}\n`);
