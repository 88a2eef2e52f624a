import { idSchema } from "../contract/common.js";
import { type CallApi, ToolError } from "./tool.js";

/** Input that selects a run by id, or the latest one; `setupId` limits the latest to one setup. */
export const runInput = {
  run: idSchema
    .default("latest")
    .describe("Id of a run, or `latest` for the most recent one that has ended with a report."),
  setupId: idSchema.optional().describe("With `latest`: only runs of this setup. From list_setups."),
};

/** @throws ToolError when there is no such run */
export async function findRunId(
  call: CallApi,
  { run, setupId }: { run: string; setupId?: string | undefined },
) {
  if (run !== "latest") return run;
  for (let cursor: string | null = null; ;) {
    const query: Record<string, string | number> = { limit: 50, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<typeof call.page<"listRuns">>> =
      setupId === undefined
        ? await call.page("listRuns", { query })
        : await call.page("listSetupRuns", { params: { id: setupId }, query });
    const latest = page.items.find(({ summary }) => summary !== null);
    if (latest) return latest.id;
    cursor = page.nextCursor;
    if (cursor === null) throw new ToolError("No run has ended with a report yet. Start one with start_run.");
  }
}
