import type { EventDefinition } from "./catalog.js";
import { addDays, type Day } from "./days.js";
import type { Random } from "./random.js";

/** What happens to names in a project that has it: one of each kind, with the days before the anchor on which it began. */
export const nameChanges = {
  newEvent: { event: "Style Quiz Completed", daysAgo: 5 },
  newProperty: { event: "Order Completed", property: "quiz_result", daysAgo: 4 },
  /** The old name stops in the first episode of planted faults, and the new one is sent as long. */
  renamed: { from: "Coupon Applied", to: "coupon_applied", daysAgo: 2, untilDaysAgo: -3 },
  nearDuplicate: { event: "product_list_filtered", of: "Product List Filtered", daysAgo: 8 },
  /** Some numbers are sent as texts. */
  typeChanged: { event: "Page Viewed", property: "load_time_ms", daysAgo: 6 },
  /** Some customers search for an email address. */
  personalData: { event: "Search Performed", property: "search_term", daysAgo: 9 },
  /** The first day without it. */
  silent: { event: "Loyalty Tour Seen", daysAgo: 45 },
  /** Until the anchor, each day brings two names with a new number, which are sent for three days. */
  selfChanging: { pattern: "deal_*", daysAgo: 12, perDay: 2, days: 3 },
} as const;

/** Share of the values that change. */
const changedShare = 0.1;

/** The events of a project with the changes above. */
export function withNameChanges(events: readonly EventDefinition[]): EventDefinition[] {
  const { newEvent, newProperty, renamed, nearDuplicate, silent, selfChanging } = nameChanges;
  const like = (name: string, event: string, change: Partial<EventDefinition>): EventDefinition => ({
    ...events.find((one) => one.name === event)!,
    name,
    ...change,
  });
  return [
    ...events.map((one) =>
      one.name === newProperty.event
        ? { ...one, properties: [...one.properties, newProperty.property] }
        : one,
    ),
    like(newEvent.event, "Page Viewed", {
      volume: 60,
      properties: ["category", newProperty.property],
      newDaysAgo: newEvent.daysAgo,
    }),
    like(renamed.to, renamed.from, { newDaysAgo: renamed.daysAgo, blockedDaysAgo: renamed.untilDaysAgo }),
    like(nearDuplicate.event, nearDuplicate.of, { volume: 20, newDaysAgo: nearDuplicate.daysAgo }),
    like(silent.event, "Page Viewed", { volume: 40, blockedDaysAgo: silent.daysAgo }),
    ...Array.from({ length: (selfChanging.daysAgo + 1) * selfChanging.perDay }, (_, at) => {
      const newDaysAgo = selfChanging.daysAgo - Math.floor(at / selfChanging.perDay);
      const name = selfChanging.pattern.replace("*", String(10_400 + at));
      const blockedDaysAgo = newDaysAgo - selfChanging.days;
      return like(name, "Page Viewed", { volume: 15, newDaysAgo, blockedDaysAgo });
    }),
  ];
}

type Writer = (random: Random) => string | null;

/** How a property is written on a day: as before, or changed. */
export function changedWriter(
  { hasNameChanges, anchor }: { hasNameChanges: boolean; anchor: Day },
  event: EventDefinition,
  property: string,
  day: Day,
  write: Writer,
): Writer {
  const { newProperty, typeChanged, personalData } = nameChanges;
  const isOf = (change: { event: string; property: string }): boolean =>
    hasNameChanges && change.event === event.name && change.property === property;
  const hasBegun = ({ daysAgo }: { daysAgo: number }): boolean => day >= addDays(anchor, -daysAgo);
  if (isOf(newProperty)) return hasBegun(newProperty) ? write : () => null;
  if (isOf(typeChanged) && hasBegun(typeChanged))
    return (random) => {
      const text = write(random);
      return text !== null && random() < changedShare ? JSON.stringify(text) : text;
    };
  if (isOf(personalData) && hasBegun(personalData))
    return (random) =>
      random() < changedShare ? `"ana.${Math.floor(10_000 * random())}@customer.example"` : write(random);
  return write;
}
