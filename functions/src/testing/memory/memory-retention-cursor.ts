import type { RetentionCursor } from "../../ports/retention-cursor.js";

export function memoryRetentionCursor(): RetentionCursor {
  let stored: string | null = null;
  return {
    read: async () => stored,
    write: async (cursor) => {
      stored = cursor;
    },
  };
}
