import type { Edit, Edits } from "../contract/common.js";
import { AppError } from "./errors.js";

/**
 * The count of edits after one more.
 * @param isChanged whether it changes anything; if not, it is no edit, and only told as the file's
 * @throws AppError `edit-conflict` when there was an edit after the one that the change was made for
 */
export function editsAfter(before: Edits, { revision: expected, fromFile }: Edit, isChanged: boolean): Edits {
  assertRevision(before, expected);
  const revision = before.revision + (isChanged ? 1 : 0);
  return { revision, fileRevision: fromFile ? revision : before.fileRevision };
}

/** @throws AppError `edit-conflict` */
export function assertRevision({ revision }: Edits, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError("edit-conflict", `This was edited meanwhile: its revision is ${revision}.`, {
    userMessage: "Somebody else changed this meanwhile. Read it again before you change it.",
    details: { revision },
  });
}
