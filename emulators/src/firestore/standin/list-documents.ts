import type { Database } from "./engine.js";
import { applyMask } from "./field-masks.js";
import type { ListDocumentsRequest } from "./wire.js";

const defaultPage = 300;

/**
 * Returns one page of a collection, ordered by name. The engine supports neither masks, page tokens nor
 * ordering.
 */
export async function listDocuments(database: Database, request: ListDocumentsRequest) {
  const { mask, pageSize, pageToken, orderBy: _byName, ...rest } = request;
  const [all] = await database.client.listDocuments(rest);
  const after = Buffer.from(pageToken ?? "", "base64url");
  const remaining = all
    .map((document) => ({ document, key: Buffer.from(document.name) }))
    .filter(({ key }) => Buffer.compare(key, after) > 0)
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const page = remaining.slice(0, pageSize || defaultPage);
  return {
    documents: page.map(({ document }) => applyMask(document, mask)),
    nextPageToken: remaining.length > page.length ? page.at(-1)!.key.toString("base64url") : "",
  };
}
