import type { AddressKey, Unsubscription } from "./unsubscribe-token.js";

/** Addresses that get no notifications, across all people and workspaces. */
export interface UnsubscribedAddresses {
  /** When each of these addresses unsubscribed; addresses that didn't are missing. */
  find(addresses: readonly AddressKey[]): Promise<Map<AddressKey, string>>;
  save(unsubscription: Unsubscription): Promise<void>;
  /** @returns false if the address is not unsubscribed, or has unsubscribed again since then */
  remove(unsubscription: Unsubscription): Promise<boolean>;
}
