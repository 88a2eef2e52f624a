import { isIgnoredProperty } from "../../contract/names/property-names.js";
import type { Exclusions } from "../aggregates/exclusions.js";
import { roleOf } from "./kinds.js";

/** Events counted in one export; Mixpanel keeps 5,000 names per project. */
export const maxEvents = 10_000;
/** Properties counted per event; Mixpanel accepts 255 on one row. */
export const maxPropertiesPerEvent = 2_000;
/** Properties counted for all events together. */
const maxProperties = 200_000;
/** Ways of writing one name ("\u0041" for "A") that the kernel remembers. */
const maxSpellings = 4;

/** One property of one event. */
export type PropertySlot = {
  index: number;
  name: string;
  role: number;
  /** Whether its values are counted. */
  isCounted: boolean;
  spellingsLeft: number;
};

/** One event and its properties, in the order in which they appeared. */
export type EventNames = {
  number: number;
  name: string;
  isExcluded: boolean;
  slots: Map<string, PropertySlot>;
  spellingsLeft: number;
};

/** Numbers the names of an export, up to a limit. Later names are left out, and the callers count them. */
export class PropertyNames {
  readonly events = new Map<string, EventNames>();
  readonly #byNumber: EventNames[] = [];
  #properties = 0;

  constructor(
    private readonly exclusions: Exclusions,
    private readonly countsDefaults: boolean,
    private readonly onNewEvent: (event: EventNames) => void,
    private readonly onNewProperty: (event: EventNames, slot: PropertySlot) => void = () => undefined,
  ) {}

  /** The event with this name, added when it is new; null when there are too many. */
  event(spelled: string): EventNames | null {
    const name = toWellFormed(spelled);
    const known = this.events.get(name);
    if (known !== undefined) return known;
    if (this.events.size >= maxEvents) return null;
    const event: EventNames = {
      number: this.events.size,
      name,
      isExcluded: this.exclusions.events.has(name),
      slots: new Map(),
      spellingsLeft: maxSpellings,
    };
    this.events.set(name, event);
    this.#byNumber.push(event);
    this.onNewEvent(event);
    return event;
  }

  eventNumbered(number: number): EventNames {
    return this.#byNumber[number]!;
  }

  /** The event's property with this name, added when it is new; null when there are too many. */
  slot(event: EventNames, spelled: string): PropertySlot | null {
    const name = toWellFormed(spelled);
    const known = event.slots.get(name);
    if (known !== undefined) return known;
    if (event.slots.size >= maxPropertiesPerEvent || this.#properties >= maxProperties) return null;
    const isExcluded = event.isExcluded || this.exclusions.properties.get(event.name)?.has(name) === true;
    const slot: PropertySlot = {
      index: event.slots.size,
      name,
      role: roleOf(name),
      isCounted: !isExcluded && (this.countsDefaults || !isIgnoredProperty(name)),
      spellingsLeft: maxSpellings,
    };
    event.slots.set(name, slot);
    this.#properties++;
    this.onNewProperty(event, slot);
    return slot;
  }
}

const surrogate = /[\uD800-\uDFFF]/;

/** Names are stored as UTF-8, where U+FFFD stands for half a surrogate pair. */
const toWellFormed = (name: string): string =>
  surrogate.test(name) ? Buffer.from(name).toString("utf8") : name;

/** A row's properties by stored name. If two names are equal in UTF-8, the last one wins. */
export const wellFormedEntries = (properties: Readonly<Record<string, unknown>>): Map<string, unknown> =>
  new Map(Object.entries(properties).map(([name, value]) => [toWellFormed(name), value]));
