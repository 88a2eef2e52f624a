import type { RunReport } from "../../../functions/src/contract/runs.js";
import { json, printable } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { findSetup } from "./find.js";
import { printReport } from "./report.js";
import { waitFor } from "./wait.js";

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
  const report = await waitFor(
    io,
    { what: `run ${started.id}`, minutes: timeout },
    () => client.call("getRunReport", { params: { runId: started.id } }),
    progressOf,
  );
  return printReport(session, report);
}

function progressOf({ status, progress: { step, done, total } }: RunReport): string | null {
  if (status !== "pending" && status !== "running") return null;
  return `${step}${total === null ? "" : `: ${done} of ${total}`}`;
}
