import type { WorkspaceId } from "../../contract/workspaces.js";
import type { UsageIndex } from "../../engine/usage/usage-index.js";
import { objectPaths, type ProjectName } from "../../common/object-paths.js";
import { type ObjectStore, readJson, writeJson } from "../../ports/object-store.js";

/** Counts up when the form changes: what another version wrote is read anew. */
const version = 1;

/** What people have saved in a Mixpanel project, as the last reading found it. */
export type StoredContext = {
  version: number;
  /** When Mixpanel was asked last, whatever became of it. Instant. */
  attemptedAt: string;
  /** When what follows was read; null while nothing has been. Instant. */
  readAt: string | null;
  /** Whether every list came that something could use a name in. */
  isComplete: boolean;
  index: UsageIndex;
  annotations: StoredAnnotation[];
  /** Events that Lexicon hides or drops. */
  lexicon: Record<string, LexiconFlag>;
  /** Whether Lexicon has been read: without it, nothing can be said of its changes. */
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
  knowsLexicon: false,
});

/** Null before the first reading. */
export async function loadContext(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectName,
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
  project: ProjectName,
  context: StoredContext,
): Promise<void> => writeJson(objects, objectPaths.projectContext(workspaceId, project), context);
