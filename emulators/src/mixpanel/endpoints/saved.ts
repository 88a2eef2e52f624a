import { type SavedList, savedLists } from "../data/saved/saved-objects.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import type { ProjectCall } from "./endpoint.js";

export const isSavedList = (endpoint: string): endpoint is SavedList =>
  savedLists.some((list) => list === endpoint);

/**
 * Lists saved objects, in pages if `page_size` or a cursor is given.
 * @throws Failure 403 for a role that may not see reports, 404 for an alert's other paths, 405 for anything
 *   but reading
 */
export function saved(given: ProjectCall, list: SavedList): void {
  const { call, project } = given;
  mayReadSaved(given);
  if (call.request.method !== "GET") throw new Failure(405, "Method not allowed");
  if (list === "alerts" && !call.path.endsWith("/alerts/custom")) throw new Failure(404, "Not found");
  const wanted = list === "bookmarks" ? call.params.get("type") : undefined;
  const found = project.saved[list].filter(({ type }) => wanted === undefined || type === wanted);
  const size = Number(call.params.get("page_size") ?? found.length);
  const from = Number(call.params.get("cursor") ?? 0);
  const results = found.slice(from, from + size);
  if (list === "custom_events") return replyJson(call, { custom_events: results });
  const next = from + size < found.length ? String(from + size) : null;
  replyJson(call, {
    status: "ok",
    results,
    ...(next === null ? {} : { pagination: { page_size: size, next_cursor: next } }),
  });
}

/** @throws Failure 403 */
export function mayReadSaved({ role }: ProjectCall): void {
  if (role === "consumer" || role === "events_only")
    throw new Failure(403, "Forbidden: your role does not allow viewing reports");
}
