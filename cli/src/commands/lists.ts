import type { Run } from "../../../functions/src/contract/runs.js";
import { findingsText } from "../../../functions/src/contract/run-summary.js";
import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { findSetup } from "./find.js";

export async function showWorkspace({ io, client, isJson }: Session): Promise<ExitCode> {
  const workspace = await client.call("getWorkspace");
  const { name, token } = workspace;
  io.out(
    isJson
      ? json(workspace)
      : `${printable(name)}: token ${printable(token?.name ?? "")}, scope ${token?.scope ?? "none"}, expires ${token?.expiresAt ?? "never"}\n`,
  );
  return 0;
}

export async function listSetups({ io, client, isJson }: Session): Promise<ExitCode> {
  const setups = await client.list("listSetups");
  io.out(
    isJson
      ? json(setups)
      : table(
          ["ID", "NAME", "STATUS", "SCHEDULE", "CHECKS"],
          setups.map(({ id, name, status, scheduleCron, scheduleTimezone, selectedDetectors }) => [
            id,
            name,
            status,
            scheduleCron ? `${scheduleCron} ${scheduleTimezone}` : "by hand",
            String(selectedDetectors.length),
          ]),
        ),
  );
  return 0;
}

export async function listRuns(
  { io, client, isJson }: Session,
  { setup, limit }: { setup?: string; limit: number },
): Promise<ExitCode> {
  const runs: Run[] =
    setup === undefined
      ? await client.list("listRuns", {}, limit)
      : await client.list("listSetupRuns", { params: { id: (await findSetup(client, setup)).id } }, limit);
  io.out(
    isJson
      ? json(runs)
      : table(
          ["ID", "SETUP", "STATUS", "CREATED", "FINDINGS"],
          runs.map(({ id, setup: { name }, status, createdAt, summary }) => [
            id,
            name,
            status,
            createdAt,
            summary ? findingsText(summary) || "none" : "",
          ]),
        ),
  );
  return 0;
}
