import { createHash } from "node:crypto";
import { z } from "zod";
import { changeKinds } from "../../contract/integrations/project-context.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { objectPaths, type ProjectRef } from "../../common/object-paths.js";
import { parseJson } from "../../common/parse-json.js";
import { listAll, type ObjectStore } from "../../ports/object-store.js";

/** Something that changed in a project, or in how it is checked. */
const changeSchema = z.object({
  kind: z.enum(changeKinds),
  /** The project day on which it was noticed. */
  day: z.string(),
  /** For changes that are only noticed once a day: the day of the last look, when it had not happened yet. */
  since: z.string().optional(),
  /** The event, setup or version that it is about. */
  subject: z.string(),
  /** For a version: the platform on which it arrived. */
  platform: z.string().optional(),
  title: z.string(),
  detail: z.string().optional(),
});
export type ProjectChange = z.infer<typeof changeSchema>;

/**
 * Changes are stored in object metadata, so that one listing reads a month. This keeps each within the size
 * limit of metadata.
 */
const longestChange = 1_500;

/**
 * Records a change once, however often it is noticed that day. Failures are only logged; nothing waits for
 * this.
 */
export async function recordChange(
  { objects, logger }: Pick<Dependencies, "objects" | "logger">,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  change: ProjectChange,
): Promise<void> {
  try {
    const identity = JSON.stringify([change.kind, change.subject, change.title]);
    const key = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    const short = {
      ...change,
      title: cut(change.title),
      ...(change.detail && { detail: cut(change.detail) }),
    };
    await objects.write(objectPaths.change(workspaceId, project, change.day, key), "{}", {
      contentType: "application/json",
      metadata: { change: ascii(JSON.stringify({ ...short, subject: cut(change.subject) })) },
    });
  } catch (error) {
    logger.warn("change not recorded", { workspaceId, connectionId: project.id, kind: change.kind }, error);
  }
}

/** The changes on the days from `from` to `to`, inclusive. */
export async function changesBetween(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  { from, to }: { from: string; to: string },
): Promise<ProjectChange[]> {
  const months = [...new Set([from.slice(0, 7), to.slice(0, 7)])];
  const found = await Promise.all(
    months.map((month) => listAll(objects, objectPaths.changes(workspaceId, project, month))),
  );
  return found
    .flat()
    .flatMap(({ metadata }) => {
      const parsed = changeSchema.safeParse(parseJson(metadata["change"] ?? ""));
      return parsed.success ? [parsed.data] : [];
    })
    .filter(({ day }) => day >= from && day <= to);
}

const cut = (text: string): string =>
  text.length > longestChange / 4 ? `${text.slice(0, longestChange / 4 - 1)}…` : text;

/** Metadata is sent in headers, which must be ASCII. */
const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
