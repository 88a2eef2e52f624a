import { beganText, beganTogether, type Beginning } from "../../contract/incidents/began-together.js";
import { oneLine } from "../mails/mail-text.js";

/** "New (3)". */
export const countedTitle = (title: string, count: number): string => `${title} (${count})`;

/**
 * Groups what is new, most important first: what began together under "Began Nov 21, the day of “Checkout v2 live”: 6
 * incidents", all others under `title`. A group is where its first item is.
 * @param beginningOf null if it isn't known
 */
export function groupNews<T>(
  title: string,
  news: readonly T[],
  beginningOf: (item: T) => Beginning | null,
  noun: "incident" | "finding",
): { title: string; items: readonly T[] }[] {
  const groups = beganTogether(news, (item) => beginningOf(item) ?? unknown);
  const alone = groups.flatMap(({ began, items }) => (began ? [] : items));
  return groups.flatMap(({ began, items }) => {
    if (began) return [{ title: oneLine(`${beganText(began)}: ${items.length} ${noun}s`), items }];
    return items[0] === alone[0] ? [{ title: countedTitle(title, alone.length), items: alone }] : [];
  });
}

const unknown: Beginning = { connectionId: "", day: null, change: null, segment: null };
