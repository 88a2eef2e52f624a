import { MixpanelError } from "../ports/mixpanel-error.js";
import type {
  EventNamesQuery,
  LexiconEntry,
  Mixpanel,
  MixpanelAccess,
  MixpanelProfile,
  MixpanelProject,
} from "../ports/mixpanel.js";

import type { SavedItems, SavedList } from "../ports/mixpanel-saved.js";

type Call = Exclude<keyof Mixpanel, never>;

/** Lists are replaced, never changed, so that anything derived from one can be cached. */
type FakeEvent = { readonly event: string; readonly properties: Readonly<Record<string, unknown>> };

/** An in-memory Mixpanel with one project. `failures` makes a call throw. */
export class FakeMixpanel implements Mixpanel {
  username = "robot.mp-service-account";
  secret = "right-secret";
  region: MixpanelAccess["region"] = "us";
  projectList = new Map<string, MixpanelProject>([
    ["1000001", { name: "Demo Shop", timeZone: "America/New_York", region: "us" }],
  ]);
  events: readonly FakeEvent[] = [];
  /** Events of earlier days, included only in exports that request events by name. */
  earlierEvents: readonly FakeEvent[] = [];
  names: string[] = [];
  counts = new Map<string, Map<string, number>>();
  /** Counts per event and hour of these days; none, unless a test overrides it. */
  hoursOf: (days: { from: string; to: string }) => Map<string, Map<string, number[]>> = () => new Map();
  people: MixpanelProfile[] = [];
  lexiconEntries: LexiconEntry[] = [];
  readonly failures = new Map<Call, MixpanelError>();
  readonly calls: Call[] = [];
  saved: { [List in SavedList]?: SavedItems[List][] } = {};
  readonly savedFailures = new Map<SavedList, MixpanelError>();
  readonly listsAsked: SavedList[] = [];
  readonly namesAsked: EventNamesQuery[] = [];
  /** Days of history that the plan gives access to, and the oldest of them; null for no limit. */
  history: { days: number; oldest: string } | null = null;
  /** Runs before a call is answered, to let something else happen in the meantime. */
  before: (call: Call, access: MixpanelAccess) => Promise<void> = async () => undefined;

  async projects(access: MixpanelAccess) {
    await this.#enter("projects", access);
    return this.projectList;
  }

  /** Events in an export of some days; all of them, unless a test overrides it. */
  eventsOf: (days: { from: string; to: string }) => FakeMixpanel["events"] = () => this.events;

  async exportEvents(
    access: MixpanelAccess,
    { events, from, to = "9999-12-31" }: { events?: readonly string[]; from?: string; to?: string } = {},
  ) {
    await this.#enter("exportEvents", access, from);
    const asked = this.eventsOf({ from: from ?? "0000-01-01", to });
    const exported = events
      ? [...this.earlierEvents, ...asked].filter(({ event }) => events.includes(event))
      : asked;
    return (async function* () {
      if (exported.length > 0) yield linesOf(exported);
    })();
  }

  async eventCounts(access: MixpanelAccess, { from }: { from?: string } = {}) {
    await this.#enter("eventCounts", access, from);
    return this.counts;
  }

  async eventHours(access: MixpanelAccess, days: { from: string; to: string }) {
    await this.#enter("eventHours", access);
    return this.hoursOf(days);
  }

  async eventNames(access: MixpanelAccess, query: EventNamesQuery = {}) {
    this.namesAsked.push(query);
    await this.#enter("eventNames", access, query.from);
    return this.names;
  }

  async *profiles(access: MixpanelAccess) {
    await this.#enter("profiles", access);
    yield { profiles: this.people, total: this.people.length };
  }

  async profileProperties(access: MixpanelAccess) {
    await this.#enter("profileProperties", access);
    const names = this.people.flatMap(({ properties }) => Object.keys(properties));
    return new Map(names.map((name) => [name, 1]));
  }

  async lexicon(access: MixpanelAccess) {
    await this.#enter("lexicon", access);
    return this.lexiconEntries;
  }

  async *savedItems<List extends SavedList>(access: MixpanelAccess, list: List) {
    this.listsAsked.push(list);
    await this.#enter("savedItems", access);
    const failure = this.savedFailures.get(list);
    if (failure) throw failure;
    yield* this.saved[list] ?? [];
  }

  async createAnnotation(access: MixpanelAccess, { day, text }: { day: string; text: string }) {
    await this.#enter("createAnnotation", access);
    const id = String(++this.#lastAnnotation);
    const made = {
      id,
      name: text,
      owner: this.username,
      views: null,
      modifiedAt: null,
      at: `${day} 00:00:00`,
    };
    this.saved = { ...this.saved, annotations: [...this.#annotations(), made] };
    return id;
  }

  async changeAnnotation(access: MixpanelAccess, id: string, text: string) {
    await this.#enter("changeAnnotation", access);
    const known = this.#annotation(id);
    this.saved = {
      ...this.saved,
      annotations: this.#annotations().map((one) => (one === known ? { ...one, name: text } : one)),
    };
  }

  async deleteAnnotation(access: MixpanelAccess, id: string) {
    await this.#enter("deleteAnnotation", access);
    const known = this.#annotation(id);
    this.saved = { ...this.saved, annotations: this.#annotations().filter((one) => one !== known) };
  }

  #lastAnnotation = 100;
  #annotations = () => this.saved.annotations ?? [];

  #annotation(id: string): SavedItems["annotations"] {
    const known = this.#annotations().find((one) => one.id === id);
    if (!known) throw new MixpanelError("not-found", "annotations", "404", { status: 404 });
    return known;
  }

  async #enter(call: Call, access: MixpanelAccess, from?: string): Promise<void> {
    this.calls.push(call);
    await this.before(call, access);
    const isRight =
      access.username === this.username && access.secret === this.secret && access.region === this.region;
    if (!isRight) throw new MixpanelError("credentials", call, "rejected", { status: 401 });
    const failure = this.failures.get(call);
    if (failure) throw failure;
    if (this.history && from !== undefined && from < this.history.oldest)
      throw new MixpanelError(
        "history",
        call,
        `${call}: 403 Date range exceeds ${this.history.days} days into the past`,
        { status: 403 },
      );
  }
}

const linesOfEvents = new WeakMap<FakeMixpanel["events"], Buffer>();

function linesOf(events: FakeMixpanel["events"]): Buffer {
  let lines = linesOfEvents.get(events);
  if (lines === undefined) {
    lines = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    linesOfEvents.set(events, lines);
  }
  return lines;
}
