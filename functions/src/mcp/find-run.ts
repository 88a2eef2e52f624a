import { z } from "zod";
import { type CallApi, ToolError } from "./tool.js";

/** Input that selects a run by id, or the latest one; `setupId` limits the latest to one setup. */
export const runInput = {
  run: z
    .string()
    .default("latest")
    .describe("Id of a run, or `latest` for the most recent one that has ended with a report."),
  setupId: z.string().optional().describe("With `latest`: only runs of this setup. From list_setups."),
};

/** @throws ToolError when there is no such run */
export async function findRunId(
  call: CallApi,
  { run, setupId }: { run: string; setupId?: string | undefined },
) {
  if (run !== "latest") return run;
  const query = { limit: 50 };
  const runs =
    setupId === undefined
      ? await call("listRuns", { query })
      : await call("listSetupRuns", { params: { id: setupId }, query });
  const latest = runs.find(({ summary }) => summary !== null);
  if (!latest) throw new ToolError("No run has ended with a report yet. Start one with start_run.");
  return latest.id;
}
