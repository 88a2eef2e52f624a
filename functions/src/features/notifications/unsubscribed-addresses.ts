import type { AddressKey, Unsubscription } from "./unsubscribe-token.js";

/** Addresses that get no notifications, whoever's they are and whichever workspaces they are in. */
export interface UnsubscribedAddresses {
  /** When each of these unsubscribed; addresses that did not are missing. */
  find(addresses: readonly AddressKey[]): Promise<Map<AddressKey, string>>;
  save(unsubscription: Unsubscription): Promise<void>;
  /** @returns false when the address has not unsubscribed, or has again since then */
  remove(unsubscription: Unsubscription): Promise<boolean>;
}
