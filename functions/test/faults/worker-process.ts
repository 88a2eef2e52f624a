import { startFaultWorker } from "./worker.js";

/*
 * A worker in its own process, for tests that kill it. Its arguments are how many milliseconds its clock is ahead and,
 * optionally, where it hangs forever. It prints the URL that the queue delivers to, and a line when it hangs.
 */
const [, , aheadMs, stop] = process.argv;
const worker = await startFaultWorker(Number(aheadMs));
const { mailer } = worker.deps;
worker.deps.mailer = {
  isConfigured: true,
  send: async (mail) => {
    if (stop !== "before-mail") await mailer.send(mail);
    if (!stop) return;
    process.stdout.write("stands still\n");
    await new Promise(() => undefined);
  },
};
process.stdout.write(`${worker.url}\n`);
