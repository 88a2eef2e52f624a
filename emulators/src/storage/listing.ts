import type { ObjectStore } from "./object-store.js";

const largestPage = 1000;

/** One page of `objects.list`: prefix, maxResults and pageToken as in the JSON API. */
export function listObjects(store: ObjectStore, bucket: string, query: URLSearchParams) {
  const prefix = query.get("prefix") ?? "";
  const limit = Math.min(largestPage, Number(query.get("maxResults") ?? largestPage));
  const after = Buffer.from(query.get("pageToken") ?? "", "base64url").toString();
  const rest = store.list(bucket).filter(({ name }) => name.startsWith(prefix) && name > after);
  const items = rest.slice(0, limit);
  return {
    kind: "storage#objects",
    ...(items.length > 0 && { items }),
    ...(rest.length > limit && {
      nextPageToken: Buffer.from(items.at(-1)?.name ?? "").toString("base64url"),
    }),
  };
}
