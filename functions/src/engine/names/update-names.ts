import type { NameKind, Notice } from "../../contract/names/notice.js";
import { addDays, type Day } from "../../common/days.js";
import { findFamilies, type NameFamily } from "./name-families.js";
import { mostListedEvents, type NamesInRun, type ObservedName } from "./names.js";
import { nearDifference } from "./similar-names.js";

/** What is known of a connection's names. `to`: last day of the run that was added last. */
export type KnownNames = {
  to: Day;
  names: ObservedName[];
  families: (NameFamily & { names: string[]; count: number })[];
  /** Newest first. */
  notices: Notice[];
};

/** Devices deliver late, so a name may appear on days that an earlier run has seen. */
const lateDays = 5;
/** A name is silent after so many days without an event. */
const silentDays = 30;
/** Longer than the days of a run, so that nothing is noticed twice. */
const keptDays = 180;
const mostKeptNotices = 5_000;
const mostKeptNames = 50_000;

/**
 * Adds a run's names to the known ones. Nothing is new to the first run, but it notices what happened within its days.
 * The same run may be added again, and an older one after a newer one: neither notices anything then.
 * @param idOf stable id of a notice
 */
export function updateNames(
  known: KnownNames | null,
  run: NamesInRun,
  runId: string,
  idOf: (...parts: string[]) => string,
): KnownNames {
  if (known && run.to < known.to) return known;
  const before = new Map(known?.names.map((name) => [keyOf(name.kind, name.name), name]));
  const merged = new Map(before);
  for (const seen of run.names) {
    const earlier = before.get(keyOf(seen.kind, seen.name));
    const isFirstProfile = earlier === undefined && seen.kind === "user_property" && hasProfiles(known);
    merged.set(keyOf(seen.kind, seen.name), {
      ...seen,
      firstDay: earlier ? earlier.firstDay : isFirstProfile ? run.to : seen.firstDay,
    });
  }
  const isNews = ({ kind, name, firstDay }: ObservedName): boolean =>
    known !== null &&
    !before.has(keyOf(kind, name)) &&
    firstDay !== null &&
    firstDay >= addDays(known.to, -lateDays);

  const familyOf = findFamilies([...merged.values()], known?.families ?? []);
  const families = new Map(known?.families.map((one) => [keyOf(one.kind, one.pattern), { ...one }]));
  const noticed = new Map<string, Notice>();
  const notice = (added: Notice) => noticed.set(added.id, added);
  const about = ({ kind, name, events, eventCount, perDay, seenOn }: ObservedName, day: Day) => ({
    runId,
    day,
    nameKind: kind,
    name,
    events,
    eventCount,
    perDay,
    seenOn,
  });

  const grown = new Map<string, ObservedName>();
  for (const [key, one] of merged) {
    const pattern = familyOf(one);
    if (pattern === null) continue;
    merged.delete(key);
    const familyKey = keyOf(one.kind, pattern);
    const family = families.get(familyKey) ?? { kind: one.kind, pattern, names: [], count: 0 };
    const isKnown = families.has(familyKey);
    families.set(familyKey, family);
    if (family.names.includes(one.name)) continue;
    family.count++;
    // The last ones only: a family has any number of names.
    family.names = [...family.names, one.name].slice(-mostListedEvents);
    if (isNews(one) && !isKnown) grown.set(familyKey, one);
    else if (grown.has(familyKey)) grown.get(familyKey)!.perDay += one.perDay;
  }
  for (const [key, one] of grown) {
    const { pattern, names, count } = families.get(key)!;
    notice({
      ...about({ ...one, name: pattern }, one.firstDay!),
      id: idOf("self_changing", one.kind, pattern),
      kind: "self_changing",
      names,
      count,
    });
  }

  const replaced = new Set<string>();
  for (const { kind, from, to, day, shared, events } of run.renames) {
    if ([from, ...to].some((name) => familyOf({ kind, name }) !== null)) continue;
    const one = merged.get(keyOf(kind, to[0]!));
    if (!one) continue;
    for (const name of [from, ...to]) replaced.add(keyOf(kind, name));
    notice({
      ...about(one, day),
      events,
      eventCount: Math.max(events.length, kind === "event" ? 0 : 1),
      id: idOf("renamed", kind, from, ...to),
      kind: "renamed",
      from,
      alsoTo: to.slice(1),
      shared,
    });
  }
  const appeared = run.names.flatMap((seen) => merged.get(keyOf(seen.kind, seen.name)) ?? []);
  for (const one of appeared) {
    if (one.firstDay === null || replaced.has(keyOf(one.kind, one.name))) continue;
    if (known !== null && !isNews(one)) continue;
    const other = twinOf(one, merged.values(), addDays(run.to, -lateDays));
    if (other)
      notice({
        ...about(one, one.firstDay),
        id: idOf("near_duplicate", one.kind, one.name),
        kind: "near_duplicate",
        other: other.name,
        otherPerDay: other.perDay,
        difference: nearDifference(one.name, other.name)!,
      });
    else if (isNews(one))
      notice({
        ...about(one, one.firstDay),
        id: idOf("new", one.kind, one.name),
        kind: "new",
        valueKind: one.valueKind,
      });
  }
  for (const { property, event, eventCount, day, before: was, after, share } of run.typeChanges) {
    const one = merged.get(keyOf("event_property", property));
    if (one)
      notice({
        ...about(one, day),
        events: [event],
        eventCount,
        id: idOf("type_changed", property, was, after),
        kind: "type_changed",
        before: was,
        after,
        share,
      });
  }
  for (const one of known?.names ?? []) {
    const day = addDays(one.lastDay, silentDays);
    const isStill = merged.get(keyOf(one.kind, one.name))?.lastDay === one.lastDay;
    if (one.kind !== "event" || !isStill || day > run.to || day <= known!.to) continue;
    if (known!.notices.some((past) => past.kind === "renamed" && past.from === one.name)) continue;
    notice({
      ...about(one, day),
      id: idOf("silent", one.name, one.lastDay),
      kind: "silent",
      lastDay: one.lastDay,
    });
  }

  const kept = (known?.notices ?? []).filter(
    ({ kind, nameKind, name, day }) =>
      day >= addDays(run.to, -keptDays) && !(kind === "new" && replaced.has(keyOf(nameKind, name))),
  );
  const isKept = new Set(kept.map(({ id }) => id));
  const notices = [...kept, ...[...noticed.values()].filter(({ id }) => !isKept.has(id))]
    .map((one) => ({ ...one, perDay: merged.get(keyOf(one.nameKind, one.name))?.perDay ?? one.perDay }))
    .sort((a, b) => compare(b.day, a.day) || b.perDay - a.perDay || compare(a.id, b.id))
    .slice(0, mostKeptNotices);
  const names = [...merged.values()]
    .sort((a, b) => (a.lastDay === b.lastDay ? compare(a.name, b.name) : compare(b.lastDay, a.lastDay)))
    .slice(0, mostKeptNames);
  return { to: run.to, names, families: [...families.values()], notices };
}

const hasProfiles = (known: KnownNames | null): boolean =>
  known?.names.some(({ kind }) => kind === "user_property") ?? false;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const keyOf = (kind: NameKind, name: string): string => `${kind} ${name}`;

/** The busiest older name in use that looks like the same one. */
function twinOf(one: ObservedName, names: Iterable<ObservedName>, inUseSince: Day): ObservedName | null {
  let twin: ObservedName | null = null;
  for (const other of names) {
    if (other.kind !== one.kind || other.lastDay < inUseSince) continue;
    if (other.firstDay !== null && other.firstDay >= one.firstDay!) continue;
    if (Math.abs(other.name.length - one.name.length) > 4 || nearDifference(one.name, other.name) === null)
      continue;
    if (!twin || other.perDay > twin.perDay) twin = other;
  }
  return twin;
}
