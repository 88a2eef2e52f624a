import type { Annotation } from "../data/saved/saved-objects.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import type { Project } from "../world.js";
import type { ProjectCall } from "./endpoint.js";
import { mayReadSaved } from "./saved.js";

/**
 * `projects/{id}/annotations[/{annotationId}]`: list, create, change the text, delete.
 * @throws Failure 400 without a date or text, 403 for a role that may not read them, 404 for an unknown
 *   annotation
 */
export function annotations(given: ProjectCall, annotationId: string | undefined): void {
  const { call, project } = given;
  mayReadSaved(given);
  if (annotationId === undefined) {
    if (call.request.method === "POST") return create(given);
    const from = call.params.get("fromDate") ?? "";
    const to = call.params.get("toDate") ?? "9999";
    const found = project.annotations.filter(({ date }) => date >= from && date.slice(0, 10) <= to);
    return replyJson(call, { status: "ok", results: found.map((one) => shown(project, one)) });
  }
  const known = project.annotations.find(({ id }) => String(id) === annotationId);
  if (!known) throw new Failure(404, "Annotation not found");
  switch (call.request.method) {
    case "PATCH":
      known.description = textIn(call.body, "description");
      return replyJson(call, { status: "ok", results: shown(project, known) });
    case "DELETE":
      project.annotations = project.annotations.filter(({ id }) => id !== known.id);
      call.response.writeHead(204).end();
      return;
    default:
      throw new Failure(405, "Method not allowed");
  }
}

function create({ call, project, account }: ProjectCall): void {
  const made: Annotation = {
    id: Math.max(0, ...project.annotations.map(({ id }) => id)) + 1,
    date: textIn(call.body, "date"),
    description: textIn(call.body, "description"),
    user: { id: account.id, first_name: account.username, last_name: "" },
  };
  project.annotations.push(made);
  replyJson(call, { status: "ok", results: shown(project, made) });
}

const shown = ({ id }: Project, annotation: Annotation) => ({ ...annotation, project_id: id, tags: [] });

function textIn(body: unknown, field: "date" | "description"): string {
  const value =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  if (typeof value !== "string" || value.trim() === "")
    throw new Failure(400, `${field}: This field is required.`);
  return value;
}
