import type { ObjectStore } from "./object-store.js";
import type { StoredObject } from "./stored-object.js";

const largestPage = 1000;

/** One page of `objects.list`: prefix, delimiter, maxResults and pageToken as in the JSON API. */
export function listObjects(store: ObjectStore, bucket: string, query: URLSearchParams) {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const limit = Math.min(largestPage, Number(query.get("maxResults") ?? largestPage));
  const after = Buffer.from(query.get("pageToken") ?? "", "base64url").toString();
  const items: StoredObject[] = [];
  const prefixes = new Set<string>();
  let last = "";
  for (const object of store.list(bucket)) {
    if (!object.name.startsWith(prefix) || object.name <= after) continue;
    const folder = folderOf(object.name, prefix, delimiter);
    if (items.length + prefixes.size >= limit && !(folder !== undefined && prefixes.has(folder))) {
      return page(items, prefixes, last);
    }
    if (folder === undefined) items.push(object);
    else prefixes.add(folder);
    last = object.name;
  }
  return page(items, prefixes);
}

function folderOf(name: string, prefix: string, delimiter: string | null): string | undefined {
  const cut = delimiter ? name.indexOf(delimiter, prefix.length) : -1;
  return cut < 0 || delimiter === null ? undefined : name.slice(0, cut + delimiter.length);
}

const page = (items: StoredObject[], prefixes: Set<string>, continueAfter?: string) => ({
  kind: "storage#objects",
  ...(items.length > 0 && { items }),
  ...(prefixes.size > 0 && { prefixes: [...prefixes] }),
  ...(continueAfter !== undefined && {
    nextPageToken: Buffer.from(continueAfter).toString("base64url"),
  }),
});
