import type { DataSettings, UpdateDataSettings } from "@contract/data-settings";

/** Exclusions switched but not saved yet: id → new position. Ids are unique across the three kinds. */
export type Changes = ReadonlyMap<string, boolean>;

export const noChanges: Changes = new Map();

/** Switches one exclusion; switching back to what is saved leaves no change. */
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

/** Where a switch stands, saved or not. */
export const isExcluded = (changes: Changes, item: { id: string; isExcluded: boolean }): boolean =>
  changes.get(item.id) ?? item.isExcluded;

/** Those of kept changes that still differ from what is saved now. */
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

/** The body of a save: only what changed, each under its kind. */
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
