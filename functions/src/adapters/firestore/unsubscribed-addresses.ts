import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import type { UnsubscribedAddresses, AddressKey } from "../../features/mails/unsubscribe-token.js";
import { read, storedInstant, timestamp } from "./documents.js";
import { paths } from "./paths.js";

const stored = z.object({ id: z.string(), at: storedInstant });

export function firestoreUnsubscribed(db: Firestore): UnsubscribedAddresses {
  const ref = (address: AddressKey) => db.doc(paths.unsubscribed(address));
  return {
    find: async (addresses) => {
      if (addresses.length === 0) return new Map();
      const found = (await db.getAll(...addresses.map(ref))).map((snapshot) => read(stored, snapshot));
      return new Map(found.filter((entry) => entry !== null).map(({ id, at }) => [id as AddressKey, at]));
    },
    save: async ({ address, at }) => {
      await ref(address).set({ at: timestamp(at) });
    },
    remove: ({ address, at }) =>
      db.runTransaction(async (tx) => {
        const found = read(stored, await tx.get(ref(address)));
        if (found?.at !== at) return false;
        tx.delete(ref(address));
        return true;
      }),
  };
}
