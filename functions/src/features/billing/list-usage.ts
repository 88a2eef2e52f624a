import type { UsageEntry } from "../../contract/billing.js";
import type { Page, PageRequest } from "../../shared/page.js";
import type { Dependencies } from "../dependencies.js";

/** Rows analysed per run, newest first. */
export async function listUsage(
  { billing }: Pick<Dependencies, "billing">,
  uid: string,
  page: PageRequest,
): Promise<Page<UsageEntry>> {
  const { items, nextCursor } = await billing.usage(uid, page);
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
