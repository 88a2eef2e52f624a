/** What is known about one property. `lastDetectedAt` is an instant; null if only the name is known. */
export type InventoryProperty = { name: string; lastDetectedAt: string | null };

export type InventoryEvent = {
  name: string;
  lastDetectedAt: string | null;
  /**
   * Daily average found by the last sync; null if unknown. Missing in inventories stored before this field
   * existed.
   */
  eventsPerDay?: number | null;
  /** Hidden in Lexicon: not in menus, but still stored. */
  isHidden: boolean;
  /** Dropped in Lexicon: no longer stored by Mixpanel. */
  isDropped: boolean;
  properties: InventoryProperty[];
};

/** The names in a project's data that syncs have found so far, sorted by name. */
export type Inventory = { events: InventoryEvent[]; userProperties: InventoryProperty[] };

export const emptyInventory: Inventory = { events: [], userProperties: [] };
