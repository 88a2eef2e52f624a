import type { Edit, Edits } from "../contract/common.js";
import { AppError } from "./errors.js";

/**
 * Returns the edit counts after a change.
 * @param isChanged whether anything changes; if not, the revision stays and is only recorded as the file's
 * @throws AppError `edit-conflict` if there was an edit after the revision that the change was made for
 */
export function editsAfter(before: Edits, { revision: expected, fromFile }: Edit, isChanged: boolean): Edits {
  assertRevision(before, expected);
  const revision = before.revision + (isChanged ? 1 : 0);
  return { revision, fileRevision: fromFile ? revision : before.fileRevision };
}

/** @throws AppError `edit-conflict` */
export function assertRevision({ revision }: Edits, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError("edit-conflict", `This was edited in the meantime: its revision is now ${revision}.`, {
    userMessage: "Somebody else has changed this in the meantime. Reload it before you change it.",
    details: { revision },
  });
}
