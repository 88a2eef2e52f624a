import { sizeChangePct } from "../../contract/findings/sizes.js";
import {
  causeText,
  type CauseWords,
  copiesText,
  renameText,
  segmentsText,
} from "../../contract/findings/cause-text.js";
import { dayRange, shortDay } from "../../contract/findings/days.js";
import { changeOfCounts } from "../../contract/findings/figures.js";
import {
  dayBegan,
  type Finding,
  type Group,
  isOfHours,
  namesOf,
  type Segment,
  type Subject,
  subjectKey,
  onsetOf,
} from "../../contract/findings/finding.js";
import { placeOf } from "../../contract/findings/segment-place.js";
import { hasEnded } from "../../contract/findings/detector-states.js";
import {
  type Beginning,
  type SameDayChange,
  segmentName,
  withChange,
} from "../../contract/incidents/began-together.js";
import { byRank } from "../../contract/incidents/rank.js";
import type { RowSeries } from "../../contract/results.js";
import { words as countChange } from "./count/words.js";
import { words as nullRate } from "./missing/words.js";
import { words as distribution } from "./mix/words.js";
import { words as profileCount } from "./profiles/words.js";
import { words as propertySilence } from "./property-stopped/words.js";
import type { Evidence, FindingOf, Parts, Rule, RuleWords } from "./rule-words.js";
import { words as silence } from "./stopped/words.js";
import { words as hours } from "./hours/words.js";

export type { Evidence } from "./rule-words.js";

/** The words of every rule. */
const ruleWords: { [R in Rule]: RuleWords<R> } = {
  "count-change": countChange,
  "profile-count": profileCount,
  silence,
  hours,
  "property-silence": propertySilence,
  "null-rate": nullRate,
  distribution,
};

/** The words of a finding's rule. */
const wordsOf = ({ figures }: Finding): RuleWords<Rule> =>
  // A finding's figures always belong to the rule that they name.
  ruleWords[figures.rule] as RuleWords<Rule>;
const typed = (finding: Finding) => finding as FindingOf<Rule>;

export const howDecided = (rule: Rule): string => ruleWords[rule].howDecided;

/** How texts about a finding are written. */
type Style = {
  /** Highlights a name where text can be formatted. */
  mark?: (name: string) => string;
  /** Last tested day; a finding that ended before it is told as over. */
  lastDay?: string | undefined;
  /** False if the segment is shown next to the text. */
  hasPlace?: boolean;
};

const plain = (name: string): string => name;

/** What a finding is about: its name, and the event of a property or what stands for it. */
export function subjectName(finding: Pick<Finding, "subject" | "figures">): {
  name: string;
  on: string | null;
} {
  const { subject, figures } = finding;
  switch (subject.kind) {
    case "event":
      return { name: subject.event, on: null };
    case "event-property":
      return { name: subject.property, on: subject.event };
    case "user-property":
      return { name: subject.property, on: "user profiles" };
    case "profiles":
      return { name: subject.which === "new" ? "New profiles" : "All profiles", on: null };
    case "project":
      return {
        name:
          figures.rule === "silence" || (isOfHours(finding) && finding.figures.observed === 0)
            ? "Many events"
            : "All activity",
        on: null,
      };
    case "group":
      switch (subject.of.by) {
        case "segment":
          return { name: "Several findings", on: null };
        case "property":
          return { name: subject.of.property, on: "several events" };
        case "event":
          return { name: "Several properties", on: subject.of.event };
      }
  }
}

/** "Checkout Started", "plan on Sign Up". */
export function nameOf(finding: Pick<Finding, "subject" | "figures">): string {
  const { name, on } = subjectName(finding);
  return on === null ? name : `${name} on ${on}`;
}

/** "Checkout Started down 38% since Nov 21, almost all on Android": what, how much, since when and where. */
export function headlineOf(finding: Finding, style: Style = {}): string {
  const parts = partsOf(finding, style);
  const { subject } = finding;
  if (subject.kind === "group") return groupHeadline(subject, parts, style.mark ?? plain);
  return `${wordsOf(finding).headline(typed(finding), parts)}${whyText(finding, style)}`;
}

/** ", renamed to checkout_started", or where most of it is. */
function whyText(finding: Finding, { mark = plain, hasPlace = true }: Style): string {
  const { renamedTo } = finding;
  if (renamedTo) return `, renamed to ${renamedTo.names.map(mark).join(" and ")}`;
  return `${copiedText(finding)}${hasPlace ? mostlyText(finding) : ""}`;
}

/** ", almost all copies" of a rise that comes from events sent twice. */
function copiedText(finding: Finding): string {
  const { copies } = finding;
  if (!copies?.isRise) return "";
  return copies.count >= 0.9 * extraEvents(finding) ? ", almost all copies" : ", mostly copies";
}

/** Events above the expected ones. */
const extraEvents = ({ figures }: Finding): number =>
  "observed" in figures ? figures.observed - figures.expected : 0;

/** ", almost all on Android" if one value explains most of a finding on all events. */
function mostlyText({ segment, cause }: Finding): string {
  const [only, ...others] = cause?.values ?? [];
  if (segment || !cause || !only || others.length > 0 || cause.part < mostOfIt) return "";
  const share = cause.part >= 0.9 ? "almost all" : "mostly";
  return `, ${share} ${placeOf({ dimension: cause.property, value: only.value })}`;
}

const mostOfIt = 0.5;

function groupHeadline({ of, size }: Group, { place, when, on }: Parts, mark: (name: string) => string) {
  switch (of.by) {
    case "segment":
      return `${size} findings at once${place} ${when}`;
    case "property":
      return `${mark(of.property)} changed on ${size} events ${on}`;
    case "event":
      return `${size} properties of ${mark(of.event)} changed at once ${on}`;
  }
}

/** A finding in a sentence or two: "1,249 events in 3 days, 60% below the expected 3,108." */
export function sentenceOf(finding: Finding, style: Style = {}): string {
  const parts = partsOf(finding, style);
  const { subject } = finding;
  const sentence =
    subject.kind === "group"
      ? membersText(subject, style.mark ?? plain)
      : wordsOf(finding).sentence(typed(finding), parts);
  return hasEnded(finding.comparedWithLastRun) ? `${endingOf(finding)} ${sentence}` : sentence;
}

/** "Back to normal since Nov 24." for a finding that has ended. */
export const endingOf = ({ comparedWithLastRun, until }: Finding): string =>
  comparedWithLastRun === "new_level"
    ? `New level since ${shortDay(dayAfter(until))}: the baseline has adapted.`
    : `Back to normal since ${shortDay(dayAfter(until))}.`;

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const namedMembers = 5;

/** "On Order, Search and 3 more.", "country, os and browser." */
function membersText({ of, members, size }: Group, mark: (name: string) => string): string {
  const names = members.slice(0, namedMembers).map((member) => mark(memberName(member, of)));
  const more = size - names.length;
  const listed = more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
  return of.by === "property" ? `On ${listed}.` : `${listed}.`;
}

function memberName(member: Subject, of: Group["of"]): string {
  const { event, property } = namesOf(member);
  if (of.by === "property") return event ?? "";
  if (of.by === "event" || event === null) return property ?? "Profiles";
  return property === null ? event : `${property} on ${event}`;
}

/** The kind of problem in one word: "count", "stopped", "null", "shift". */
export const labelOf = (finding: Finding): string => wordsOf(finding).label;

/** "−61%", "+34 pts", "17%", "stopped"; null for groups, and if there is nothing to compare with. */
export const changeText = (finding: Finding): string | null =>
  finding.subject.kind === "group" ? null : wordsOf(finding).change(typed(finding));

/** "3,655", "37%"; "4 findings" for a group. */
export const observedText = (finding: Finding): string =>
  finding.subject.kind === "group"
    ? `${finding.subject.size} findings`
    : wordsOf(finding).observed(typed(finding));

/** What was expected: the range if there is one; empty for groups. */
export const expectedText = (finding: Finding): string =>
  finding.subject.kind === "group" ? "" : wordsOf(finding).expected(typed(finding));

/** The figures that an analysis shows. */
export const evidenceOf = (finding: Finding): Evidence[] =>
  finding.subject.kind === "group"
    ? [{ label: "At once", value: observedText(finding) }]
    : wordsOf(finding).evidence(typed(finding), partsOf(finding, {}));

/** What is normal here, so that a reader can judge the change; null if unknown. */
export const contextOf = (finding: Finding): string | null => wordsOf(finding).context(typed(finding));

export const causeWordsOf = (finding: Finding): CauseWords => wordsOf(finding).causeWords(typed(finding));

/** "97% of the missing events have $os = iOS (62% of normal traffic)", or what it was renamed to; null if no cause is known. */
export function causeOf(finding: Finding, mark = plain): string | null {
  const { cause, copies, version, renamedTo, since } = finding;
  if (renamedTo) return renameText(renamedTo, since, mark);
  const why = [
    ...(copies?.isRise ? [copiesText(copies, extraEvents(finding))] : []),
    ...(cause ? [causeText(cause, causeWordsOf(finding), mark)] : []),
  ];
  if (why.length > 0) return why.join("; ");
  if (!version) return null;
  const named = [version.platform, version.segment].filter((segment) => segment !== null);
  return named.map(({ dimension, value }) => mark(segmentsText(dimension, [value]))).join(" and ");
}

/** The segment of a finding, or the one property value that explains at least half of the change; else null. */
export function segmentOf({ segment, cause }: Finding): Segment | null {
  if (segment) return segment;
  const [only, ...others] = cause?.values ?? [];
  return cause && only && others.length === 0 && cause.part >= mostOfIt
    ? { dimension: cause.property, value: only.value }
    : null;
}

/** When and where a finding began, with what else happened on that day. */
export const beginningOf = (
  finding: Finding,
  connectionId: string,
  change: SameDayChange | null,
): Beginning => ({ connectionId, day: dayBegan(finding), change, segment: segmentOf(finding) });

/**
 * Where to look for what broke.
 * @param change what else happened on the day it began
 */
export function nextStepOf(
  finding: Finding,
  series: RowSeries | null,
  { mark = plain, change = null }: Pick<Style, "mark"> & { change?: SameDayChange | null } = {},
): string {
  const { subject, segment, cause, renamedTo } = finding;
  const around = ` around ${beganText(finding, "")}`;
  if (renamedTo)
    return `Use ${renamedTo.names.map(mark).join(" and ")} in Mixpanel wherever the old name is used, or send the old name again.`;
  const shown = segment
    ? { dimension: segment.dimension, values: [segment.value] }
    : cause && cause.part >= mostOfIt
      ? { dimension: cause.property, values: cause.values.map(({ value }) => value) }
      : null;
  const where = shown ? ` where ${mark(segmentsText(shown.dimension, shown.values))}` : "";
  if (subject.kind === "group" && subject.of.by === "segment")
    return withChange(`Look at what was released${around}${where}: everything there broke at once.`, change);
  const parts = { ...partsOf(finding, { mark }), around, where, series };
  return withChange(wordsOf(finding).nextStep(typed(finding), parts), change);
}

/** Whether the finding's figures are percentages of events or profiles, not counts of them. */
export const isShare = ({ figures }: Pick<Finding, "figures">): boolean => "effectPct" in figures;

/** Whether it is a count that fell; false for shares. */
export const isDrop = ({ subject, figures }: Finding): boolean =>
  "observed" in figures &&
  (subject.kind === "project" && "changePct" in figures
    ? (figures.changePct ?? 0) < 0
    : figures.observed < figures.expected);

/** What count findings on the same days have in common: "fell together". */
export const togetherText = (finding: Finding): string =>
  finding.copies ? "were sent twice" : isDrop(finding) ? "fell together" : "rose together";

/** How far off it is, in percent or points, for sorting; 100 if there is nothing to compare with. */
export function sizeOf(finding: Pick<Finding, "figures">): number {
  const { figures } = finding;
  if ("sizes" in figures && figures.sizes) return sizeChangePct(figures.sizes);
  if ("effectPct" in figures) return Math.abs(figures.effectPct);
  if ("changePct" in figures) return Math.abs(figures.changePct ?? 100);
  if (!isOfHours(finding)) return 100;
  return Math.abs(changeOfCounts(finding.figures.observed, finding.figures.expected) ?? 100);
}

/** How often the objects in Mixpanel that use something were viewed, and how many objects those are. */
type Use = { views: number; objects: number };

/**
 * Ranks a finding among others: a text that sorts before those of less important ones. Alerts come first, then what is
 * about the whole project, then what is viewed most, used by most objects, and furthest off. Of equals, names decide.
 * @param useOf what uses a single event or property; a group counts as its most used member
 */
export function rankOf(finding: Finding, useOf: (subject: Subject) => Use = () => noUse): string {
  const { subject, severity, segment } = finding;
  const uses = (subject.kind === "group" ? subject.members : [subject]).map(useOf);
  const most = (of: keyof Use) => Math.max(0, ...uses.map((use) => use[of]));
  return [
    ["alert", "warning", "normal"].indexOf(severity),
    subject.kind === "project" ? 0 : 1,
    ...[most("views"), most("objects"), 10 * sizeOf(finding)].map(descending),
    subjectKey(subject),
    segment ? segmentName(segment) : "",
  ].join(" ");
}

const noUse: Use = { views: 0, objects: 0 };

type RankedRow = { finding: Finding | null; incident?: { rank: string } | null };

/** A row's rank in its run, last without a finding. Without an incident, nothing is known about use. */
const rankInRun = ({ finding, incident }: RankedRow): string =>
  incident?.rank ?? (finding ? rankOf(finding) : "~");

/** Sorts a run's rows, most important first. */
export const byImportance = (a: RankedRow, b: RankedRow): number =>
  byRank({ rank: rankInRun(a) }, { rank: rankInRun(b) });

/** A number of fixed length that sorts as text, the largest first. */
const descending = (count: number): string =>
  String(mostCounted - Math.min(mostCounted, Math.round(count))).padStart(12, "0");
const mostCounted = 999_999_999_999;

/** "Nov 21", "Nov 21, about 14:00". */
function beganText(finding: Finding, about = "about "): string {
  const onset = finding.onset && onsetOf(finding);
  return onset ? `${shortDay(onset.day)}, ${about}${onset.hour}` : shortDay(dayBegan(finding));
}

function partsOf(finding: Finding, { mark = plain, lastDay, hasPlace = true }: Style): Parts {
  const { segment, until, severity } = finding;
  const since = dayBegan(finding);
  const began = beganText(finding);
  const isOver = severity === "normal" || (lastDay !== undefined && until < lastDay);
  const { name, on } = subjectName(finding);
  return {
    name: on === null || finding.subject.kind === "project" ? mark(name) : `${mark(name)} on ${on}`,
    place: segment && hasPlace ? ` ${placeOf(segment)}` : "",
    when: isOver ? `on ${dayRange(since, until)}` : `since ${began}`,
    on: `on ${isOver ? dayRange(since, until) : began}`,
    isOlder: finding.began !== null,
    mark,
  };
}
