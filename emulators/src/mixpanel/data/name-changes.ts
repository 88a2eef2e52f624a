import type { EventDefinition } from "./catalog.js";
import { addDays, type Day } from "./days.js";
import type { Random } from "./random.js";

/** What happens to names in a project that has it: one of each kind, with the days before the anchor on which it began. */
export const nameChanges = {
  newEvent: { event: "Style Quiz Completed", daysAgo: 5 },
  newProperty: { event: "Order Completed", property: "quiz_result", daysAgo: 4 },
  /** The old name stops in the first episode of planted faults. After it, both are sent. */
  renamed: { from: "Coupon Applied", to: "coupon_applied", daysAgo: 2 },
  nearDuplicate: { event: "product_list_filtered", of: "Product List Filtered", daysAgo: 8 },
  /** Some numbers are sent as texts. */
  typeChanged: { event: "Page Viewed", property: "load_time_ms", daysAgo: 6 },
  /** Some customers search for an email address. */
  personalData: { event: "Search Performed", property: "search_term", daysAgo: 9 },
  /** The first day without it. */
  silent: { event: "Loyalty Tour Seen", daysAgo: 45 },
  /** Until the anchor, each day brings two names with a new number, which are sent for three days. */
  selfChanging: { pattern: "deal_*", daysAgo: 3, perDay: 2, days: 3 },
} as const;

/** An event that is sent like another. */
const like = (
  events: readonly EventDefinition[],
  name: string,
  event: string,
  change: Partial<EventDefinition>,
): EventDefinition => ({ ...events.find((one) => one.name === event)!, name, ...change });

/** The events with those changes that break nothing but what the planted faults do; see `changedWriter` for values. */
export function withNameChanges(events: readonly EventDefinition[]): EventDefinition[] {
  const { newProperty, renamed, nearDuplicate, selfChanging } = nameChanges;
  return [
    ...events.map((one) =>
      one.name === newProperty.event
        ? { ...one, properties: [...one.properties, newProperty.property] }
        : one,
    ),
    like(events, renamed.to, renamed.from, { newDaysAgo: renamed.daysAgo }),
    like(events, nearDuplicate.event, nearDuplicate.of, { volume: 20, newDaysAgo: nearDuplicate.daysAgo }),
    ...Array.from({ length: (selfChanging.daysAgo + 1) * selfChanging.perDay }, (_, at) => {
      const newDaysAgo = selfChanging.daysAgo - Math.floor(at / selfChanging.perDay);
      const name = selfChanging.pattern.replace("*", String(10_400 + at));
      const blockedDaysAgo = newDaysAgo - selfChanging.days;
      return like(events, name, "Page Viewed", { volume: 15, newDaysAgo, blockedDaysAgo });
    }),
  ];
}

/** The events of a small project with all changes above. */
export function withAllNameChanges(events: readonly EventDefinition[]): EventDefinition[] {
  const { newEvent, newProperty, silent } = nameChanges;
  return [
    ...withNameChanges(events),
    like(events, newEvent.event, "Page Viewed", {
      volume: 60,
      properties: ["category", newProperty.property],
      newDaysAgo: newEvent.daysAgo,
    }),
    like(events, silent.event, "Page Viewed", { volume: 40, blockedDaysAgo: silent.daysAgo }),
  ];
}

/** Whether the values of one of the event's properties have changed by that day. */
export const hasChangedValues = (event: string, day: Day, anchor: Day): boolean =>
  [nameChanges.newProperty, nameChanges.typeChanged, nameChanges.personalData].some(
    (change) => change.event === event && day >= addDays(anchor, -change.daysAgo),
  );

type Writer = (random: Random) => string | null;

/** How a property is written on a day: as before, or changed. */
export function changedWriter(
  { changedShare, anchor }: { changedShare: number; anchor: Day },
  event: EventDefinition,
  property: string,
  day: Day,
  write: Writer,
): Writer {
  const { newProperty, typeChanged, personalData } = nameChanges;
  const isOf = (change: { event: string; property: string }): boolean =>
    changedShare > 0 && change.event === event.name && change.property === property;
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
