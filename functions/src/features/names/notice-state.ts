import type { NameDecisions, NoticeState } from "../../contract/names/names.js";
import type { Notice } from "../../contract/names/notice.js";
import { matchesPattern } from "../../contract/names/matches-pattern.js";
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

/** What people decided about a notice. An exclusion in Data Settings wins, then the notice's own decision, then patterns. */
export function noticeState(
  notice: Notice,
  decisions: NameDecisions,
  exclusions: Exclusions,
): { state: NoticeState; by: string | null } {
  const excluded = exclusionsOf(notice);
  if (excluded.length > 0 && excluded.every((change) => isExcluded(change, exclusions)))
    return { state: "excluded", by: null };
  const decision =
    decisions.notices[notice.id] ??
    decisions.patterns
      .filter(({ pattern }) => matchesPattern(pattern, notice.name))
      .toSorted((a, b) => a.pattern.length - b.pattern.length)
      .at(-1);
  return decision ? { state: decision.state, by: decision.by } : { state: "new", by: null };
}
