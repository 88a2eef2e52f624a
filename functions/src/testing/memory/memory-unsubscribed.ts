import type { UnsubscribedAddresses, AddressKey } from "../../features/mails/unsubscribe-token.js";
import type { MemoryDatabase } from "./memory-database.js";

export function memoryUnsubscribed(db: MemoryDatabase): UnsubscribedAddresses {
  const find = (address: AddressKey) => db.get<{ at: string }>(address, "unsubscribed", address);
  return {
    find: async (addresses) =>
      new Map(addresses.flatMap((address) => [[address, find(address)?.at] as const]).filter(isFound)),
    save: async ({ address, at }) => db.set(address, "unsubscribed", address, { at }),
    remove: async ({ address, at }) => {
      if (find(address)?.at !== at) return false;
      db.delete(address, "unsubscribed", address);
      return true;
    },
  };
}

const isFound = (entry: readonly [AddressKey, string | undefined]): entry is readonly [AddressKey, string] =>
  entry[1] !== undefined;
