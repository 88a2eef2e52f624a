import { isJudgedByDefault, type Exclusions } from "./default-exclusions.js";
import { roleOf } from "./kinds.js";

/** Events that are told apart in one export; Mixpanel keeps 5,000 names of a project. */
export const mostEvents = 10_000;
/** Properties that are told apart of one event; Mixpanel takes 255 on one row. */
export const mostPropertiesOfEvent = 2_000;
/** Properties of all events together. */
export const mostProperties = 200_000;
/** Ways to write one name ("\u0041" for "A") that are remembered. */
const mostSpellings = 4;

/** One property of one event. */
export type PropertySlot = {
  index: number;
  name: string;
  role: number;
  isJudged: boolean;
  spellingsLeft: number;
};

/** One event and its properties, in the order in which they came. */
export type EventNames = {
  number: number;
  name: string;
  isExcluded: boolean;
  slots: Map<string, PropertySlot>;
  spellingsLeft: number;
};

/** The names of an export, as many as there is room for: what comes later is left out, and the callers count it. */
export class PropertyNames {
  readonly events = new Map<string, EventNames>();
  readonly #byNumber: EventNames[] = [];
  #properties = 0;

  constructor(
    private readonly exclusions: Exclusions,
    private readonly judgesDefaults: boolean,
    private readonly onNewEvent: (event: EventNames) => void,
  ) {}

  /** The event with this name, made when it is new; null when there are too many. */
  event(spelled: string): EventNames | null {
    const name = wellFormed(spelled);
    const known = this.events.get(name);
    if (known !== undefined) return known;
    if (this.events.size >= mostEvents) return null;
    const event: EventNames = {
      number: this.events.size,
      name,
      isExcluded: this.exclusions.events.has(name),
      slots: new Map(),
      spellingsLeft: mostSpellings,
    };
    this.events.set(name, event);
    this.#byNumber.push(event);
    this.onNewEvent(event);
    return event;
  }

  eventNumbered(number: number): EventNames {
    return this.#byNumber[number]!;
  }

  /** The event's property with this name, made when it is new; null when there are too many. */
  slot(event: EventNames, spelled: string): PropertySlot | null {
    const name = wellFormed(spelled);
    const known = event.slots.get(name);
    if (known !== undefined) return known;
    if (event.slots.size >= mostPropertiesOfEvent || this.#properties >= mostProperties) return null;
    const isExcluded = event.isExcluded || this.exclusions.properties.get(event.name)?.has(name) === true;
    const slot: PropertySlot = {
      index: event.slots.size,
      name,
      role: roleOf(name),
      isJudged: !isExcluded && (this.judgesDefaults || isJudgedByDefault(name)),
      spellingsLeft: mostSpellings,
    };
    event.slots.set(name, slot);
    this.#properties++;
    return slot;
  }
}

/** Names become UTF-8 in storage, which has no room for half a surrogate pair: U+FFFD stands for it. */
const wellFormed = (name: string): string => Buffer.from(name).toString("utf8");

/** A row's properties by the name they are stored under; of names that UTF-8 cannot tell apart the last one counts. */
export const wellFormedEntries = (properties: Readonly<Record<string, unknown>>): Map<string, unknown> =>
  new Map(Object.entries(properties).map(([name, value]) => [wellFormed(name), value]));
