/** What is known of one property. `lastDetectedAt` is an instant, null when it is only known by name. */
export type InventoryProperty = { name: string; lastDetectedAt: string | null };

export type InventoryEvent = {
  name: string;
  lastDetectedAt: string | null;
  /** Average a day, as the last sync found; null while unknown. Missing in inventories stored before it was kept. */
  eventsPerDay?: number | null;
  /** Lexicon: left out of menus, still stored. */
  isHidden: boolean;
  /** Lexicon: no longer stored by Mixpanel. */
  isDropped: boolean;
  properties: InventoryProperty[];
};

/** Names that a project's data carry, as the syncs so far have found them; sorted by name. */
export type Inventory = { events: InventoryEvent[]; userProperties: InventoryProperty[] };

export const emptyInventory: Inventory = { events: [], userProperties: [] };
