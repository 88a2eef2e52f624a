import type { NameDecisions, NoticeState } from "../../contract/names/names.js";
import type { Notice } from "../../contract/names/notice.js";
import { matcherOf } from "../../contract/names/matches-pattern.js";
import type { ExclusionChange, Exclusions } from "../data-settings/schema-repository.js";

/** The exclusions that exclude what a notice is about; none for names that change by themselves, which can't be listed. */
export function exclusionsOf(notice: Notice): ExclusionChange[] {
  if (notice.kind === "self_changing") return [];
  const names = notice.kind === "renamed" ? [notice.name, ...notice.alsoTo] : [notice.name];
  return names.flatMap((name): ExclusionChange[] => {
    switch (notice.nameKind) {
      case "event":
        return [{ kind: "event", event: name, isExcluded: true }];
      case "event_property":
        return notice.events.map((event) => ({
          kind: "eventProperty",
          event,
          property: name,
          isExcluded: true,
        }));
      case "user_property":
        return [{ kind: "userProperty", property: name, isExcluded: true }];
    }
  });
}

const isExcluded = (change: ExclusionChange, exclusions: Exclusions): boolean => {
  switch (change.kind) {
    case "event":
      return exclusions.events.has(change.event);
    case "eventProperty":
      return (
        exclusions.events.has(change.event) ||
        (exclusions.eventProperties.get(change.event)?.has(change.property) ?? false)
      );
    case "userProperty":
      return exclusions.userProperties.has(change.property);
  }
};

/**
 * Tells what people decided about a notice. An exclusion in Data Settings wins, then the notice's own decision, then the longest
 * pattern.
 */
export function noticeStates(
  decisions: NameDecisions,
  exclusions: Exclusions,
): (notice: Notice) => { state: NoticeState; by: string | null } {
  // Of patterns of the same length, the latest wins.
  const patterns = decisions.patterns
    .toReversed()
    .sort((a, b) => b.pattern.length - a.pattern.length)
    .map((decided) => ({ ...decided, matches: matcherOf(decided.pattern) }));
  const { events, eventProperties, userProperties } = exclusions;
  const hasExclusions = events.size + eventProperties.size + userProperties.size > 0;
  return (notice) => {
    const excluded = hasExclusions ? exclusionsOf(notice) : [];
    if (excluded.length > 0 && excluded.every((change) => isExcluded(change, exclusions)))
      return { state: "excluded", by: null };
    const name = notice.name.toLowerCase();
    const { state, by } =
      decisions.notices[notice.id] ?? patterns.find(({ matches }) => matches(name)) ?? undecided;
    return { state, by };
  };
}

const undecided = { state: "new", by: null } as const;
