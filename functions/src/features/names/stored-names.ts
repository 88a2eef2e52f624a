import { createHash } from "node:crypto";
import { z } from "zod";
import { noticeSchema, type NameKind } from "../../contract/names/notice.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths, type ProjectRef } from "../../common/object-paths.js";
import type { KnownNames } from "../../engine/names/update-names.js";
import { type ObjectStore, readJson } from "../../ports/object-store.js";

const nameFields = noticeSchema.options[0].pick({
  name: true,
  events: true,
  eventCount: true,
  perDay: true,
  seenOn: true,
  valueKind: true,
});
const knownNamesSchema = z.object({
  to: z.string(),
  names: z.array(
    nameFields.extend({
      kind: noticeSchema.options[0].shape.nameKind,
      firstDay: z.string().nullable(),
      lastDay: z.string(),
    }),
  ),
  families: z.array(
    z.object({
      kind: noticeSchema.options[0].shape.nameKind,
      pattern: z.string(),
      names: z.array(z.string()),
      count: z.number().int(),
    }),
  ),
  notices: z.array(noticeSchema),
});

/** Validating every name takes longer than all else in a request, so only runs do it. */
const namesWithNoticesSchema = knownNamesSchema
  .pick({ to: true, notices: true })
  .extend({ names: z.array(z.custom<{ kind: NameKind; name: string }>()) });

/** The notices about names in the connection's present project, and the names unvalidated; null before the first run. */
export async function readNames(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  connection: ProjectRef,
): Promise<z.output<typeof namesWithNoticesSchema> | null> {
  const stored = await readJson(objects, objectPaths.names(workspaceId, connection));
  return stored === null ? null : namesWithNoticesSchema.parse(stored);
}

export const parseNames = (stored: unknown): KnownNames => knownNamesSchema.parse(stored);

/** A hash, because names may have any length and contain any character. */
export const noticeId = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
