import { createHash } from "node:crypto";

/** A task's name: a hash of its purpose, so that enqueuing the same task twice has no effect. */
export const taskId = (...parts: (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
