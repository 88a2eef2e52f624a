import type { DataSettings, UpdateDataSettings } from "@contract/data-settings";

/** Unsaved exclusions: id → new value. Ids are unique across events, event properties and user properties. */
export type Changes = ReadonlyMap<string, boolean>;

/** Called when a switch is turned on or off. */
export type Toggle = (item: { id: string; isExcluded: boolean }, isExcluded: boolean) => void;

export const noChanges: Changes = new Map();

/** Sets one exclusion. Setting it back to the saved value removes the change. */
export function withChange(
  changes: Changes,
  item: { id: string; isExcluded: boolean },
  isExcluded: boolean,
): Changes {
  const next = new Map(changes);
  if (isExcluded === item.isExcluded) next.delete(item.id);
  else next.set(item.id, isExcluded);
  return next;
}

/** The value a switch shows, saved or not. */
export const isExcluded = (changes: Changes, item: { id: string; isExcluded: boolean }): boolean =>
  changes.get(item.id) ?? item.isExcluded;

/** The unsaved changes that still differ from what is saved now. */
export function stillChanges(changes: Changes, settings: DataSettings): Changes {
  if (changes.size === 0) return changes;
  const items = [
    ...settings.events,
    ...settings.events.flatMap((event) => event.properties),
    ...settings.userProperties,
  ];
  const open = items.filter((item) => changes.has(item.id) && changes.get(item.id) !== item.isExcluded);
  return new Map(open.map((item) => [item.id, !item.isExcluded]));
}

/** The request body of a save: only what changed, by kind. */
export function changedIds(changes: Changes, settings: DataSettings): UpdateDataSettings {
  const pick = (items: readonly { id: string }[]) =>
    items.flatMap(({ id }) => {
      const excluded = changes.get(id);
      return excluded === undefined ? [] : [{ id, isExcluded: excluded }];
    });
  return {
    events: pick(settings.events),
    eventProperties: pick(settings.events.flatMap((event) => event.properties)),
    userProperties: pick(settings.userProperties),
  };
}
