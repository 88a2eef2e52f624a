import type { Firestore } from "firebase-admin/firestore";
import type { RetentionCursor } from "../../ports/retention-cursor.js";
import { paths } from "./paths.js";

export function firestoreRetentionCursor(db: Firestore): RetentionCursor {
  const ref = db.doc(paths.retention());
  return {
    async read() {
      const cursor: unknown = (await ref.get()).get("cursor");
      return typeof cursor === "string" ? cursor : null;
    },
    write: async (cursor) => {
      await ref.set({ cursor });
    },
  };
}
