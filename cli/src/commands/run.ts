import { setTimeout as sleep } from "node:timers/promises";
import type { RunReport } from "../../../functions/src/contract/runs.js";
import { json, printable, type Io } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { findSetup } from "./find.js";
import { printReport } from "./report.js";

const pollMs = 2_000;

export async function runSetup(
  session: Session,
  { setup: nameOrId, wait = false, timeout }: { setup: string; wait?: boolean; timeout: number },
): Promise<ExitCode> {
  const { io, client, isJson } = session;
  const setup = await findSetup(client, nameOrId);
  const started = await client.call("startRun", { params: { id: setup.id } });
  if (!wait) {
    io.out(isJson ? json(started) : `Started run ${started.id} of ${printable(setup.name)}.\n`);
    return 0;
  }
  if (!isJson) io.note(`Started run ${started.id} of ${printable(setup.name)}.\n`);
  return printReport(session, await waitFor(session, started.id, timeout));
}

/** The report once the run has ended. @throws UsageError when it takes too long; the run goes on */
async function waitFor({ io, client }: Session, runId: string, minutes: number): Promise<RunReport> {
  const until = Date.now() + minutes * 60_000;
  for (;;) {
    const report = await client.call("getRunReport", { params: { runId } });
    if (report.status !== "pending" && report.status !== "running") {
      showProgress(io, "");
      return report;
    }
    const { step, done, total } = report.progress;
    showProgress(io, `${printable(step)}${total === null ? "" : `: ${done} of ${total}`}`);
    if (Date.now() > until) {
      showProgress(io, "");
      throw new UsageError(`run ${runId} is still ${report.status} after ${minutes} minutes; it goes on`);
    }
    await sleep(pollMs);
  }
}

/** Rewrites one line on a terminal; silent elsewhere. */
function showProgress(io: Io, text: string): void {
  if (io.isTerminal) io.note(`\r\u001b[K${text}`);
}
