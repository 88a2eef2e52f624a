import { groupBy } from "../../common/group-by.js";
import { shortDay } from "../../contract/findings/days.js";
import type { NameKind, Notice, ValueKind } from "../../contract/names/notice.js";

const kindNames: Record<NameKind, string> = {
  event: "event",
  event_property: "property",
  user_property: "user property",
};

/** What happened, in two or three words. */
export function noticeTitle(notice: Notice): string {
  switch (notice.kind) {
    case "new":
      return `New ${kindNames[notice.nameKind]}`;
    case "renamed":
      return notice.alsoTo.length > 0 ? "Split" : "Renamed";
    case "near_duplicate":
      return "Near-duplicate";
    case "type_changed":
      return "Type changed";
    case "personal_data":
      return "Personal data";
    case "silent":
      return "Silent";
    case "self_changing":
      return "Self-changing";
  }
}

/** How many of a kind there are, where that isn't the title's plural. */
const countedTitles: Readonly<Record<string, string>> = {
  "Type changed": "with another type",
  "Personal data": "with personal data",
};
const namedOfEach = 3;
const longestLabel = 80;

/** "3 new events, 1 renamed". */
export const noticeCounts = (notices: readonly { title: string }[]): string =>
  [...groupBy(notices, ({ title }) => title)]
    .map(([title, { length }]) => countedTitle(title, length))
    .join(", ");

/** "3 new events (Quiz Done, Quiz Started, Quiz Left), 1 renamed (Coupon Applied → coupon_applied)". */
export const noticesText = (notices: readonly { title: string; label: string }[]): string =>
  [...groupBy(notices, ({ title }) => title)]
    .map(([title, same]) => {
      const labels = same.slice(0, namedOfEach).map(({ label }) => shortened(label));
      const named = same.length > namedOfEach ? [...labels, `${same.length - namedOfEach} more`] : labels;
      return `${countedTitle(title, same.length)} (${named.join(", ")})`;
    })
    .join(", ");

function countedTitle(title: string, count: number): string {
  const one = countedTitles[title] ?? title.toLowerCase();
  const hasPlural = count > 1 && /^(new |near-)/.test(one);
  return `${count} ${hasPlural ? one.replace(/y$/, "ie") + "s" : one}`;
}

const shortened = (label: string): string =>
  label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;

const valueNames: Record<ValueKind, string> = {
  text: "Text",
  number: "Number",
  boolean: "True or false",
  list: "List",
  object: "Object",
};
const lower = (kind: ValueKind): string => valueNames[kind].toLowerCase();

const personalNames = { email: "Email addresses", phone: "Phone numbers", token: "Tokens or keys" };

const differences = {
  case: "case",
  separator: "case or separators",
  plural: "singular and plural",
  letter: "one letter",
};

/** The names that a notice is about: "Coupon Applied → coupon_applied". */
export const noticeNames = (notice: Notice): string =>
  notice.kind === "renamed" ? `${notice.from} → ${[notice.name, ...notice.alsoTo].join(" + ")}` : notice.name;

/** What is known about it, in one or two sentences. */
export function noticeSentence(notice: Notice): string {
  switch (notice.kind) {
    case "new":
      return [onEvents(notice), notice.valueKind && `Values: ${lower(notice.valueKind)}.`]
        .filter(Boolean)
        .join(" ");
    case "renamed": {
      const began = `Began on ${shortDay(notice.day)}, when the old name ${notice.nameKind === "event" ? "stopped" : "went missing"}.`;
      const { shared } = notice;
      return shared && shared.of > 0
        ? `${began} ${shared.properties} of ${shared.of} properties in common.`
        : [began, onEvents(notice)].filter(Boolean).join(" ");
    }
    case "near_duplicate":
      return `Beside ${notice.other} (${perDay(notice.otherPerDay)} a day). Differs in ${differences[notice.difference]}.`;
    case "type_changed":
      return `${valueNames[notice.before]} before; ${lower(notice.after)} in ${percent(notice.share)} of values since ${shortDay(notice.day)}. ${onEvents(notice)}`;
    case "personal_data":
      return `${personalNames[notice.found]} in ${percent(notice.share)} of values since ${shortDay(notice.day)}. ${onEvents(notice)}`;
    case "silent":
      return `No events since ${shortDay(notice.lastDay)}. It had ${perDay(notice.perDay)} a day.`;
    case "self_changing":
      return `${notice.count} names so far, with new ones all the time, so they count as one.`;
  }
}

function onEvents({ nameKind, events, eventCount }: Notice): string {
  const [first] = events;
  if (nameKind !== "event_property" || first === undefined) return "";
  const others = eventCount - 1;
  return `On ${first}${others > 0 ? ` and ${others} other ${others === 1 ? "event" : "events"}` : ""}.`;
}

const perDay = (rows: number): string =>
  rows < 10 ? String(Math.round(rows * 10) / 10) : Math.round(rows).toLocaleString("en-US");

const percent = (share: number): string => `${Math.max(1, Math.round(100 * share))}%`;
