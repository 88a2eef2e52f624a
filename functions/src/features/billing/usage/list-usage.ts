import type { UsageEntry } from "../../../contract/billing.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Page, PageRequest } from "../../../common/page.js";
import type { Dependencies } from "../../../composition/dependencies.js";

/** The rows of each run, newest first. */
export async function listUsage(
  { billing }: Pick<Dependencies, "billing">,
  workspaceId: WorkspaceId,
  page: PageRequest,
): Promise<Page<UsageEntry>> {
  const { items, nextCursor } = await billing.usage(workspaceId, page);
  return {
    nextCursor,
    items: items.map(({ runId, setupName, createdAt, rows }) => ({
      runId,
      setupName,
      createdAt,
      csvRowCount: String(rows),
      csvRowCountInt: rows,
    })),
  };
}
