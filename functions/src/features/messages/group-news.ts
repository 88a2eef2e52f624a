import {
  beganText,
  beganTogether,
  joinAlone,
  type Beginning,
} from "../../contract/incidents/began-together.js";
import { oneLine } from "../mails/mail-text.js";

/** "New (3)". */
export const countedTitle = (title: string, count: number): string => `${title} (${count})`;

/** `hasBegan`: the title says when, with what and in which project all of its items began. */
export type NewsGroup<T> = { title: string; items: readonly T[]; hasBegan: boolean };

/**
 * Groups what is new, most important first: what began together under "Began Nov 21, the day of “Checkout v2 live”: 6
 * incidents", what stands alone between such groups under `title`. A group is where its first item is.
 * @param beginningOf null if it isn't known
 * @param projects names by connection, for news of several connections
 */
export function groupNews<T>(
  title: string,
  news: readonly T[],
  beginningOf: (item: T) => Beginning | null,
  noun: "incident" | "finding",
  projects: ReadonlyMap<string, string> = new Map(),
): NewsGroup<T>[] {
  return joinAlone(beganTogether(news, (item) => beginningOf(item) ?? unknown)).map(({ began, items }) => {
    if (!began) return { title: countedTitle(title, items.length), items, hasBegan: false };
    const project = projects.get(began.connectionId);
    const day = `${beganText(began)}${project === undefined ? "" : `, in ${project}`}`;
    return { title: oneLine(`${day}: ${items.length} ${noun}s`), items, hasBegan: true };
  });
}

const unknown: Beginning = { connectionId: "", day: null, change: null, segment: null };
