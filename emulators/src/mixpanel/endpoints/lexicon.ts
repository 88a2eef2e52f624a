import type { SchemaEntry } from "../data/lexicon.js";
import type { Call } from "../http/call.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import type { ProjectCall } from "./endpoint.js";

/**
 * `projects/{id}/schemas[/{entityType}[/{name}]]` below the App API.
 * @throws Failure 400 for an invalid type, 403 for writing without Owner or Admin, 404 for an unknown schema
 */
export function lexicon(given: ProjectCall, entityType: string | undefined, name: string | undefined): void {
  const { call, project, role } = given;
  const method = call.request.method ?? "GET";
  if (entityType !== undefined && entityType !== "event" && entityType !== "profile") {
    throw new Failure(400, `Invalid entity type: ${entityType}`);
  }
  const wanted = name ?? call.params.get("entity_name");
  const matches = (entry: SchemaEntry): boolean =>
    (entityType === undefined || entry.entityType === entityType) &&
    (wanted === undefined || entry.name === wanted);
  if (method === "GET") {
    const found = project.schemas.filter(matches);
    if (name !== undefined && found.length === 0) throw new Failure(404, `Schema not found: ${name}`);
    replyJson(call, { status: "ok", results: found });
    return;
  }
  if (role !== "owner" && role !== "admin") throw new Failure(403, "Forbidden: requires Owner or Admin");
  if (method === "DELETE") {
    const kept = project.schemas.filter((entry) => !matches(entry));
    const deleted = project.schemas.length - kept.length;
    project.schemas = kept;
    replyJson(call, { status: "ok", results: { deleted } });
    return;
  }
  replyJson(call, { status: "ok", results: upload(given, entriesOf(call)) });
}

function upload({ call, project }: ProjectCall, entries: SchemaEntry[]): { added: number; deleted: number } {
  const isTruncating = call.params.get("truncate") === "true";
  const deleted = isTruncating ? project.schemas.length : 0;
  const isReplaced = (old: SchemaEntry): boolean =>
    entries.some((entry) => entry.entityType === old.entityType && entry.name === old.name);
  const kept = isTruncating ? [] : project.schemas.filter((old) => !isReplaced(old));
  project.schemas = [...kept, ...entries];
  return { added: entries.length, deleted };
}

function entriesOf(call: Call): SchemaEntry[] {
  const body = call.body;
  const entries = typeof body === "object" && body !== null && "entries" in body ? body.entries : undefined;
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new Failure(400, "entries must be a list of schemas");
  return entries;
}

const isEntry = (value: unknown): value is SchemaEntry =>
  typeof value === "object" &&
  value !== null &&
  "entityType" in value &&
  (value.entityType === "event" || value.entityType === "profile") &&
  "name" in value &&
  typeof value.name === "string" &&
  "schemaJson" in value;
