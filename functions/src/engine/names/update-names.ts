import type { NameKind, Notice } from "../../contract/names/notice.js";
import { addDays, type Day } from "../../common/days.js";
import { lateDays } from "../../aggregates/late-days.js";
import { findFamilies, type NameFamily } from "./name-families.js";
import { mostListedEvents, type NamesInRun, type ObservedName, type ValueChange } from "./names.js";
import { nearDifference, nearKeys } from "./similar-names.js";

/**
 * What is known of a connection's names. `to`: last day of the run that was added last. Which events a property is on isn't kept:
 * it would be most of the bytes, and each run tells it of the properties that it sees.
 */
export type KnownNames = {
  to: Day;
  names: ObservedName[];
  families: (NameFamily & { names: string[]; count: number })[];
  /** Newest first. */
  notices: Notice[];
};

/** A name is silent after so many days without an event. */
const silentDays = 30;
/** Longer than the days of a run, so that nothing is noticed twice. */
const keptDays = 180;
const mostKeptNotices = 5_000;
const mostKeptNames = 50_000;

/**
 * Adds a run's names to the known ones. Nothing is new to the first run, but it notices what happened within its days. The
 * same run may be added again, which notices nothing more, and an older one after a newer one that read less.
 * @param idOf stable id of a notice
 */
export function updateNames(
  known: KnownNames | null,
  run: NamesInRun,
  runId: string,
  idOf: (...parts: string[]) => string,
): KnownNames {
  const to = known && known.to > run.to ? known.to : run.to;
  const before = new Map(known?.names.map((name) => [keyOf(name.kind, name.name), name]));
  const seenUntil = lastDays(known?.names ?? []);
  const names = mergedNames(seenUntil, before, run);
  const isNews = ({ kind, name, firstDay }: ObservedName): boolean => {
    if (known === null || firstDay === null || before.has(keyOf(kind, name))) return false;
    return firstDay >= addDays(seenUntil.get(kind) ?? known.to, -lateDays);
  };
  const familyOf = findFamilies([...names.values()], known?.families ?? []);
  const update: Update = { known, to, run, runId, idOf, names, seenUntil, isNews, familyOf };

  const { families, notices: ofFamilies } = foldFamilies(update);
  const { replaced, notices: ofRenames } = noticeRenames(update);
  const noticed = [
    ...ofFamilies,
    ...ofRenames,
    ...noticeNewNames(update, replaced),
    ...noticeTypeChanges(update),
    ...noticePersonalData(update),
    ...noticeSilence(update),
  ];
  return {
    to,
    names: [...names.values()]
      .sort((a, b) => (a.lastDay === b.lastDay ? compare(a.name, b.name) : compare(b.lastDay, a.lastDay)))
      .slice(0, mostKeptNames)
      .map((one) => ({ ...one, events: [] })),
    families,
    notices: withNotices(update, replaced, noticed),
  };
}

/** What the steps of an update share. `names` is without the members of families once these are folded. */
type Update = {
  known: KnownNames | null;
  /** The last day of all runs. */
  to: Day;
  run: NamesInRun;
  runId: string;
  idOf: (...parts: string[]) => string;
  names: Map<string, ObservedName>;
  /** The last day on which earlier runs saw names of a kind: not every run reads all kinds. Missing if none did. */
  seenUntil: ReadonlyMap<NameKind, Day>;
  /** Whether a name appeared since then. */
  isNews: (name: ObservedName) => boolean;
  familyOf: ReturnType<typeof findFamilies>;
};

function lastDays(names: readonly ObservedName[]): Map<NameKind, Day> {
  const last = new Map<NameKind, Day>();
  for (const { kind, lastDay } of names) if (lastDay > (last.get(kind) ?? "")) last.set(kind, lastDay);
  return last;
}

function mergedNames(
  seenUntil: ReadonlyMap<NameKind, Day>,
  before: ReadonlyMap<string, ObservedName>,
  run: NamesInRun,
): Map<string, ObservedName> {
  const merged = new Map(before);
  for (const seen of run.names) {
    const earlier = before.get(keyOf(seen.kind, seen.name));
    // Profiles don't tell when a property began, so it began with the first run that sees it.
    const isFirstSeen = earlier === undefined && seen.kind === "user_property" && seenUntil.has(seen.kind);
    merged.set(keyOf(seen.kind, seen.name), {
      ...seen,
      firstDay: earlier ? earlier.firstDay : isFirstSeen ? run.to : seen.firstDay,
      ...(earlier && earlier.lastDay > seen.lastDay && { lastDay: earlier.lastDay, perDay: earlier.perDay }),
    });
  }
  return merged;
}

const about = ({ runId }: Update, name: ObservedName, day: Day) => {
  const { kind, name: text, events, eventCount, perDay, seenOn } = name;
  return { runId, day, nameKind: kind, name: text, events, eventCount, perDay, seenOn };
};

/** Moves names that belong to a family there, and notices families that are new. */
function foldFamilies(update: Update): { families: KnownNames["families"]; notices: Notice[] } {
  const { known, names, isNews, familyOf, idOf } = update;
  const families = new Map(known?.families.map((one) => [keyOf(one.kind, one.pattern), { ...one }]));
  const told = new Set(families.keys());
  const grown = new Map<string, ObservedName>();
  for (const [key, one] of names) {
    const pattern = familyOf(one);
    if (pattern === null) continue;
    names.delete(key);
    const familyKey = keyOf(one.kind, pattern);
    const family = families.get(familyKey) ?? { kind: one.kind, pattern, names: [], count: 0 };
    families.set(familyKey, family);
    if (family.names.includes(one.name)) continue;
    family.count++;
    // The last ones only: a family has any number of names.
    family.names = [...family.names, one.name].slice(-mostListedEvents);
    if (isNews(one) && !told.has(familyKey) && !grown.has(familyKey)) grown.set(familyKey, one);
    else if (grown.has(familyKey)) grown.get(familyKey)!.perDay += one.perDay;
  }
  const notices = [...grown].map(([key, one]): Notice => {
    const { pattern, names: members, count } = families.get(key)!;
    return {
      ...about(update, { ...one, name: pattern }, one.firstDay!),
      id: idOf("self_changing", one.kind, pattern),
      kind: "self_changing",
      names: members,
      count,
    };
  });
  return { families: [...families.values()], notices };
}

/** @returns also the keys of all names that took part, which aren't told as new */
function noticeRenames(update: Update): { replaced: Set<string>; notices: Notice[] } {
  const { run, names, familyOf, idOf } = update;
  const replaced = new Set<string>();
  const notices: Notice[] = [];
  for (const { kind, from, to, day, shared, events } of run.renames) {
    if ([from, ...to].some((name) => familyOf({ kind, name }) !== null)) continue;
    const one = names.get(keyOf(kind, to[0]!));
    if (!one) continue;
    for (const name of [from, ...to]) replaced.add(keyOf(kind, name));
    notices.push({
      ...about(update, one, day),
      events,
      eventCount: Math.max(events.length, kind === "event" ? 0 : 1),
      id: idOf("renamed", kind, from, ...to),
      kind: "renamed",
      from,
      alsoTo: to.slice(1),
      shared,
    });
  }
  return { replaced, notices };
}

/** Names that look like another one, within the days of the first run too, and names that are new. */
function noticeNewNames(update: Update, replaced: ReadonlySet<string>): Notice[] {
  const { run, names, seenUntil, isNews, idOf } = update;
  const appeared = run.names
    .flatMap((seen) => names.get(keyOf(seen.kind, seen.name)) ?? [])
    .filter((one) => one.firstDay !== null && !replaced.has(keyOf(one.kind, one.name)))
    .filter((one) => !seenUntil.has(one.kind) || isNews(one));
  const twins = twinsOf(appeared, names.values(), addDays(run.to, -lateDays));
  return appeared.flatMap((one): Notice[] => {
    const shared = about(update, one, one.firstDay!);
    const other = twins.get(one);
    if (other)
      return [
        {
          ...shared,
          id: idOf("near_duplicate", one.kind, one.name),
          kind: "near_duplicate",
          other: other.name,
          otherPerDay: other.perDay,
          difference: nearDifference(one.name, other.name)!,
        },
      ];
    return isNews(one)
      ? [{ ...shared, id: idOf("new", one.kind, one.name), kind: "new", valueKind: one.valueKind }]
      : [];
  });
}

const noticeTypeChanges = (update: Update): Notice[] =>
  update.run.typeChanges.flatMap((change): Notice[] => {
    const { property, before, after } = change;
    const id = update.idOf("type_changed", property, before, after);
    return aboutValues(update, change).map((one) => ({ ...one, id, kind: "type_changed", before, after }));
  });

const noticePersonalData = (update: Update): Notice[] =>
  update.run.personalData.flatMap((change): Notice[] => {
    const { property, found } = change;
    const id = update.idOf("personal_data", property, found);
    return aboutValues(update, change).map((one) => ({ ...one, id, kind: "personal_data", found }));
  });

/** Nothing for properties that count as one with others. */
function aboutValues(update: Update, { property, event, eventCount, day, share }: ValueChange) {
  const one = update.names.get(keyOf("event_property", property));
  return one ? [{ ...about(update, one, day), events: [event], eventCount, share }] : [];
}

/** Events that have been silent for long enough since the last run. */
function noticeSilence(update: Update): Notice[] {
  const { known, run, names, idOf } = update;
  return (known?.names ?? []).flatMap((one): Notice[] => {
    const day = addDays(one.lastDay, silentDays);
    const isStill = names.get(keyOf(one.kind, one.name))?.lastDay === one.lastDay;
    if (one.kind !== "event" || !isStill || day > run.to || day <= known!.to) return [];
    if (known!.notices.some((past) => past.kind === "renamed" && past.from === one.name)) return [];
    const id = idOf("silent", one.name, one.lastDay);
    return [{ ...about(update, one, day), id, kind: "silent", lastDay: one.lastDay }];
  });
}

/** The known notices that are kept, with those that weren't known yet, newest first. */
function withNotices(
  { known, to, names }: Update,
  replaced: ReadonlySet<string>,
  noticed: readonly Notice[],
): Notice[] {
  const kept = (known?.notices ?? []).filter(
    ({ kind, nameKind, name, day }) =>
      day >= addDays(to, -keptDays) &&
      !((kind === "new" || kind === "near_duplicate") && replaced.has(keyOf(nameKind, name))),
  );
  const byId = new Map([...noticed, ...kept].map((notice) => [notice.id, notice]));
  return [...byId.values()]
    .map((one) => {
      const name = names.get(keyOf(one.nameKind, one.name));
      // A run that only counts doesn't know where a name appeared, but the next full one may.
      return name ? { ...one, perDay: name.perDay, seenOn: one.seenOn ?? name.seenOn } : one;
    })
    .sort((a, b) => compare(b.day, a.day) || b.perDay - a.perDay || compare(a.id, b.id))
    .slice(0, mostKeptNotices);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const keyOf = (kind: NameKind, name: string): string => `${kind} ${name}`;

/** For each name, the busiest older one in use that looks like the same. */
function twinsOf(
  appeared: readonly ObservedName[],
  names: Iterable<ObservedName>,
  inUseSince: Day,
): Map<ObservedName, ObservedName> {
  const byKey = new Map<string, ObservedName[]>();
  for (const one of appeared)
    for (const key of nearKeys(one.name)) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  const twins = new Map<ObservedName, ObservedName>();
  if (appeared.length === 0) return twins;
  for (const other of names) {
    if (other.lastDay < inUseSince) continue;
    const alike = new Set([...nearKeys(other.name)].flatMap((key) => byKey.get(key) ?? []));
    for (const one of alike) {
      const isOlder = other.firstDay === null || other.firstDay < one.firstDay!;
      if (other.kind !== one.kind || !isOlder || nearDifference(one.name, other.name) === null) continue;
      if (other.perDay > (twins.get(one)?.perDay ?? -1)) twins.set(one, other);
    }
  }
  return twins;
}
