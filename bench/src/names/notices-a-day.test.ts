import { expect, it } from "vitest";
import { addDays } from "../../../functions/src/common/days.js";
import { noticeId } from "../../../functions/src/features/names/stored-names.js";
import type { ObservedName } from "../../../functions/src/engine/names/names.js";
import { type KnownNames, updateNames } from "../../../functions/src/engine/names/update-names.js";
import { seededRandom } from "../detection/random.js";

const firstDay = "2026-07-01";
const dayCount = 70;
const eventCount = 2_000;
const newShare = 0.03;
/** Names that a release really adds, every ten days. */
const addedEvery = 10;

const words = [
  "autumn",
  "members",
  "free",
  "sale",
  "gift",
  "spring",
  "welcome",
  "retail",
  "app",
  "loyal",
  "hero",
];
const word = (number: number): string =>
  String(number).replace(/\d/g, (digit) => words[Number(digit)]!.slice(0, 4));

it(`notices at most 5 names a day among ${eventCount.toLocaleString("en-US")} events with ${100 * newShare}% campaign-like new ones`, () => {
  const random = seededRandom("campaigns");
  /** As marketing tools name events: a campaign's name with a number, date or id. */
  const campaign = (day: number, at: number): string =>
    random.pick([
      `camp_${random.pick(words)}_${20_260_000 + 100 * day + at}`,
      `Email ${random.pick(words)} ${addDays(firstDay, day)} ${at}`,
      `exp_${random.pick(words)}_${random.pick(words)}_${at}_${day}`,
      `push-${random.below(1_000_000)}-opened`,
    ]);
  const alive = new Map<string, ObservedName>();
  const add = (name: string, day: string | null) =>
    alive.set(name, {
      kind: "event",
      name,
      firstDay: day,
      lastDay: firstDay,
      perDay: random.logBetween(2, 500),
      events: [],
      eventCount: 0,
      seenOn: null,
      valueKind: null,
    });
  for (let at = 0; at < eventCount; at++) add(`${word(at)} ${word(at * 7)} Viewed`, null);
  let known: KnownNames | null = null;
  const perDay: number[] = [];
  const added: string[] = [];
  const toldOf = new Set<string>();
  for (let day = 0; day < dayCount; day++) {
    const today = addDays(firstDay, day);
    for (const name of [...alive.values()]) name.lastDay = today;
    if (day > 0) {
      for (let at = 0; at < newShare * eventCount; at++) add(campaign(day, at), today);
      if (day % addedEvery === 0) {
        added.push(`Quiz ${word(day)} Completed`);
        add(added.at(-1)!, today);
      }
    }
    const before = known?.notices.length ?? 0;
    known = updateNames(
      known,
      {
        from: addDays(today, -34),
        to: today,
        names: [...alive.values()].map((one) => ({ ...one, lastDay: today })),
        renames: [],
        typeChanges: [],
        personalData: [],
      },
      `run${day}`,
      noticeId,
    );
    perDay.push(known.notices.length - before);
    for (const { name, day: noticed } of known.notices) if (noticed === today) toldOf.add(name);
    // A campaign's name is sent for a week.
    for (const [name, { firstDay: since }] of alive)
      if (since !== null && !name.startsWith("Quiz") && since < addDays(today, -7)) alive.delete(name);
  }
  const figures = JSON.stringify({
    days: dayCount,
    newNames: Math.round(newShare * eventCount) * (dayCount - 1),
    notices: perDay.reduce((sum, count) => sum + count, 0),
    most: Math.max(...perDay),
  });
  console.log(figures);
  expect(Math.max(...perDay), figures).toBeLessThanOrEqual(5);
  expect(added.filter((name) => !toldOf.has(name))).toEqual([]);
});
