import type { NameKind } from "../../contract/names/notice.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { ReferenceIndex } from "../../engine/references/reference-index.js";
import { objectPaths, type ProjectRef } from "../../common/object-paths.js";
import { type ObjectStore, readJson, writeJson } from "../../ports/object-store.js";

/**
 * Incremented when the stored format changes; data in another version is ignored and read from Mixpanel
 * again.
 */
const version = 2;

/** What people have saved in a Mixpanel project, as of the last reading. */
export type StoredContext = {
  version: number;
  /** Instant of the last attempt to read from Mixpanel, successful or not. */
  attemptedAt: string;
  /** Instant at which the index was read; null before the first time. */
  readAt: string | null;
  /** Whether all lists that may use a name could be read. */
  isComplete: boolean;
  index: ReferenceIndex;
  annotations: StoredAnnotation[];
  /** Events that are hidden or dropped in Lexicon. */
  lexicon: Record<string, LexiconFlag>;
  /** Names that have a description in Lexicon. */
  described: Record<NameKind, string[]>;
  /** Whether Lexicon has ever been read. Until then, its changes are unknown. */
  knowsLexicon: boolean;
};
export type LexiconFlag = "hidden" | "dropped";
type StoredAnnotation = { id: string; day: string; text: string; owner: string | null };

export const emptyContext = (attemptedAt: string): StoredContext => ({
  version,
  attemptedAt,
  readAt: null,
  isComplete: false,
  index: { objects: [], events: [], eventProperties: [], userProperties: [] },
  annotations: [],
  lexicon: {},
  described: { event: [], event_property: [], user_property: [] },
  knowsLexicon: false,
});

/** Null before the first reading. */
export async function loadContext(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
): Promise<StoredContext | null> {
  const stored = (await readJson(
    objects,
    objectPaths.projectContext(workspaceId, project),
  )) as StoredContext | null;
  return stored?.version === version ? stored : null;
}

export const saveContext = (
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  context: StoredContext,
): Promise<void> => writeJson(objects, objectPaths.projectContext(workspaceId, project), context);
