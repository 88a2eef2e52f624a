import type { RetentionCursor } from "../features/retention/retention-cursor.js";

export function memoryRetentionCursor(): RetentionCursor {
  let stored: string | null = null;
  return {
    read: async () => stored,
    write: async (cursor) => {
      stored = cursor;
    },
  };
}
