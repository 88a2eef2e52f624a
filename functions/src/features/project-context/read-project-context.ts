import type { UsedObject, NameReference, References } from "../../engine/references/model.js";
import { countedEvents, customEventReferences, referencesIn } from "../../engine/references/references.js";
import { resolveReferences, referenceIndex } from "../../engine/references/reference-index.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { UsedObjectKind } from "../../contract/integrations/project-context.js";
import { addMs, dayIn, hourMs, minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import type { LexiconEntry, MixpanelAccess } from "../../ports/mixpanel.js";
import type { SavedItems, SavedList } from "../../ports/mixpanel-saved.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { hasAnnotations } from "../connections/connection-record.js";
import { mixpanelAccess } from "../connections/mixpanel-access.js";
import { deleteOtherProjectsData } from "../connections/delete-project-data.js";
import { annotationLinks } from "./annotations/annotation-plan.js";
import { withRequests } from "./annotations/request-budget.js";
import { needsManyRequests, writeAnnotations } from "./annotations/write-annotations.js";
import { annotationDay } from "./annotation-day.js";
import { lexiconChanges } from "./lexicon-changes.js";
import { recordChange } from "../connections/project-changes.js";
import { emptyContext, loadContext, saveContext, type StoredContext } from "./stored-context.js";

/** A little less than a day, so that a daily run finds it due. */
const pauseMs = 20 * hourMs;
/** Reading stops after this long, shortly before the task's own time limit. */
const longestReadMs = 8 * minuteMs;

/** The lists whose items may use a name. Use is only complete with all of them. */
const usageLists = [
  "bookmarks",
  "dashboards",
  "cohorts",
  "custom_events",
  "custom_properties",
  "metrics",
  "alerts",
] as const satisfies SavedList[];

/**
 * Reads, once a day, what people have saved in the connection's project: nine requests, plus further pages.
 * Everything is optional. A list that Mixpanel refuses counts as missing; after a temporary failure, the
 * earlier data is kept.
 */
export async function readProjectContext(
  deps: Dependencies,
  { workspaceId, connectionId, about }: TaskPayload<"readProjectContext">,
): Promise<void> {
  if (about === "annotations") return writeAnnotations(deps, workspaceId, connectionId);
  const { connections, objects, clock, logger } = deps;
  const connection = await connections.find(workspaceId, connectionId);
  if (connection === null || connection.status !== "verified") return;
  const now = clock.now();
  const before = await loadContext(objects, workspaceId, connection);
  if (before && before.attemptedAt > toInstant(addMs(now, -pauseMs))) return;
  // Save the attempt first, so that after a failure it isn't repeated before tomorrow.
  const claimed: StoredContext = { ...(before ?? emptyContext("")), attemptedAt: toInstant(now) };
  await saveContext(objects, workspaceId, connection, claimed);
  try {
    const access = { ...mixpanelAccess(deps, workspaceId, connection), isRetried: false };
    const timeZone = connection.capabilities?.timeZone ?? "UTC";
    const isShort = await makesRoomForAnnotations(deps, workspaceId, connection, before);
    const reading = new ProjectReader(
      deps,
      access,
      AbortSignal.timeout(longestReadMs),
      isShort ? usageLists : [],
    );
    const read = await reading.all(claimed, timeZone, toInstant(now));
    await saveContext(objects, workspaceId, connection, read);
    if (before?.knowsLexicon && read.knowsLexicon)
      for (const change of lexiconChanges(before.lexicon, read.lexicon))
        await recordChange(deps, workspaceId, connection, {
          ...change,
          kind: "lexicon",
          day: dayIn(timeZone, now),
          since: dayIn(timeZone, new Date(before.attemptedAt)),
        });
  } catch (error) {
    logger.warn("project context not read", { workspaceId, connectionId }, error);
  }
  // If the connection was deleted or pointed elsewhere in the meantime, leave nothing behind.
  const after = await connections.find(workspaceId, connectionId);
  if (after?.projectId !== connection.projectId || after.region !== connection.region)
    await deleteOtherProjectsData(objects, workspaceId, connectionId, after);
}

/**
 * Counts the reading's requests against the daily budget; the rest is for annotations.
 * @returns whether annotations need more than that; then who uses what is read the next day instead
 */
async function makesRoomForAnnotations(
  deps: Pick<Dependencies, "connections" | "incidents" | "settings" | "clock">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  before: StoredContext | null,
): Promise<boolean> {
  if (!hasAnnotations(connection)) return false;
  const now = deps.clock.now();
  const wasReadLately = (before?.readAt ?? "") > toInstant(addMs(now, -1.5 * pauseMs));
  const isShort = wasReadLately && (await needsManyRequests(deps, workspaceId, connection));
  const requests = isShort ? 2 : usageLists.length + 2;
  await deps.connections.changeAnnotations(
    workspaceId,
    connection.id,
    ({ annotations }) => annotations && withRequests(annotations, now, requests),
  );
  return isShort;
}

/** An object whose references are not resolved yet. */
type Draft = { object: UsedObject; references: References };

class ProjectReader {
  /** Lists that could not be read for a temporary reason. */
  readonly #failed = new Set<SavedList | "lexicon">();
  readonly #refused = new Set<SavedList | "lexicon">();
  #isStopped = false;

  constructor(
    readonly deps: Pick<Dependencies, "mixpanel" | "logger" | "settings">,
    readonly access: MixpanelAccess,
    readonly signal: AbortSignal,
    /** Lists that are not read; their earlier data is kept. */
    readonly skipped: readonly SavedList[],
  ) {}

  async all(before: StoredContext, timeZone: string, readAt: string): Promise<StoredContext> {
    const drafts: Draft[] = [];
    const add = (
      kind: UsedObjectKind,
      item: SavedItems[SavedList],
      references: References,
      parentId: string | null = null,
    ) => {
      const { id, name, owner, views, modifiedAt } = item;
      drafts.push({ object: { kind, id, name, owner, views, modifiedAt, parentId }, references });
    };
    const boards = new Map<string, References>();
    const definitions = {
      customEvents: new Map<string, References>(),
      customProperties: new Map<string, References>(),
      cohorts: new Map<string, References>(),
      metrics: new Map<string, { references: References; events: string[] }>(),
    };
    const alerts: SavedItems["alerts"][] = [];
    const dashboards: SavedItems["dashboards"][] = [];

    await this.#each("bookmarks", (item) => {
      const kind = reportKinds[item.type];
      if (kind) add(kind, item, referencesIn(item.definition), item.dashboardId);
    });
    await this.#each("dashboards", (item) => {
      dashboards.push({ ...item, definition: null });
      boards.set(item.id, referencesIn(item.definition));
    });
    await this.#each("cohorts", (item) => {
      const references = referencesIn(item.definition);
      definitions.cohorts.set(item.id, references);
      add("cohort", item, references);
    });
    await this.#each("custom_events", (item) =>
      definitions.customEvents.set(item.id, customEventReferences(item.alternatives)),
    );
    await this.#each("custom_properties", (item) =>
      definitions.customProperties.set(item.id, referencesIn(item.definition)),
    );
    await this.#each("metrics", (item) => {
      const clause = { show: [item.definition] };
      definitions.metrics.set(item.id, { references: referencesIn(clause), events: countedEvents(clause) });
    });
    await this.#each("alerts", (item) => alerts.push(item));
    const annotations: StoredContext["annotations"] = [];
    await this.#each("annotations", ({ id, at, name, owner }) => {
      // Plumbline's own annotations say nothing about what changed.
      const isOurs = name.includes(annotationLinks(this.deps.settings.appUrl));
      const day = annotationDay(at, timeZone);
      if (day !== null && !isOurs) annotations.push({ id, day, text: name, owner });
    });
    const lexicon = await this.#lexicon();

    const isUsageLost = usageLists.some((list) => this.#failed.has(list));
    const used = drafts.map(({ object, references }) => ({
      object,
      references: resolveReferences(references, definitions),
    }));
    used.push(...dashboardUses(dashboards, boards, used, definitions), ...alertUses(alerts, used));
    return {
      ...before,
      ...(isUsageLost && before.readAt !== null
        ? {}
        : {
            readAt: used.length > 0 || !this.#isMissing("bookmarks") ? readAt : null,
            isComplete: !usageLists.some((list) => this.#isMissing(list)),
            index: referenceIndex(used),
          }),
      annotations: this.#failed.has("annotations") ? before.annotations : annotations,
      ...(lexicon === null ? {} : { ...lexicon, knowsLexicon: true }),
    };
  }

  #isMissing = (list: SavedList): boolean => this.#failed.has(list) || this.#refused.has(list);

  async #each<List extends SavedList>(list: List, take: (item: SavedItems[List]) => void): Promise<void> {
    await this.#ask(list, async () => {
      for await (const item of this.deps.mixpanel.savedItems(this.access, list, this.signal)) take(item);
    });
  }

  async #lexicon(): Promise<Pick<StoredContext, "lexicon" | "described"> | null> {
    let read: Pick<StoredContext, "lexicon" | "described"> | null = null;
    await this.#ask("lexicon", async () => {
      const entries = await this.deps.mixpanel.lexicon(this.access, this.signal);
      const events = entries.filter(({ kind }) => kind === "event");
      const propertiesOf = (of: LexiconEntry["kind"]) => [
        ...new Set(
          entries.filter(({ kind }) => kind === of).flatMap(({ describedProperties }) => describedProperties),
        ),
      ];
      read = {
        lexicon: Object.fromEntries(
          events
            .filter(({ isHidden, isDropped }) => isHidden || isDropped)
            .map(({ name, isDropped }) => [name, isDropped ? "dropped" : "hidden"] as const),
        ),
        described: {
          event: events.filter(({ isDescribed }) => isDescribed).map(({ name }) => name),
          event_property: propertiesOf("event"),
          user_property: propertiesOf("profile"),
        },
      };
    });
    return read;
  }

  /** Reads a list. After "too many requests", all further lists are skipped. */
  async #ask(list: SavedList | "lexicon", call: () => Promise<void>): Promise<void> {
    if (this.#isStopped || this.skipped.some((skipped) => skipped === list)) {
      this.#failed.add(list);
      return;
    }
    try {
      await call();
    } catch (error) {
      const isKnown = isMixpanelError(error);
      this.#isStopped = !isKnown || error.kind === "busy" || error.kind === "hourly-limit";
      (isKnown && !error.isTransient ? this.#refused : this.#failed).add(list);
      this.deps.logger.info("saved items are missing", { list, kind: isKnown ? error.kind : "other" });
      if (!isKnown && !this.signal.aborted) throw error;
    }
  }
}

/** Maps Mixpanel's report types to our kinds of objects. */
const reportKinds: Readonly<Record<string, UsedObjectKind | undefined>> = {
  insights: "report",
  segmentation3: "report",
  "launch-analysis": "report",
  funnels: "funnel",
  retention: "retention",
  flows: "flow",
};

type Use = { object: UsedObject; references: NameReference[] };

/** A dashboard uses what its reports use, plus the properties of its own filters and breakdowns. */
function dashboardUses(
  dashboards: readonly SavedItems["dashboards"][],
  boards: ReadonlyMap<string, References>,
  reports: readonly Use[],
  definitions: Parameters<typeof resolveReferences>[1],
): Use[] {
  const onBoard = new Map<string, Use[]>();
  for (const report of reports) {
    const { parentId } = report.object;
    if (parentId === null || report.object.kind === "cohort") continue;
    onBoard.set(parentId, [...(onBoard.get(parentId) ?? []), report]);
  }
  return dashboards.map(({ id, name, owner, views, modifiedAt }) => {
    const references = (onBoard.get(id) ?? []).flatMap((report) => report.references);
    const events = [...new Set(references.flatMap((one) => (one.kind === "event" ? [one.event] : [])))];
    const own = boards.get(id)!;
    const bound = {
      ...own,
      properties: own.properties.map((one) => ({ ...one, events: one.events ?? events })),
    };
    return {
      object: { kind: "dashboard", id, name, owner, views, modifiedAt, parentId: null },
      references: [...references, ...resolveReferences(bound, definitions)],
    };
  });
}

/** An alert uses what its report uses. */
const alertUses = (alerts: readonly SavedItems["alerts"][], reports: readonly Use[]): Use[] =>
  alerts.flatMap(({ id, name, owner, views, modifiedAt, bookmarkId }) => {
    const report = reports.find(({ object }) => object.id === bookmarkId && object.kind !== "cohort");
    return report
      ? [
          {
            object: { kind: "alert" as const, id, name, owner, views, modifiedAt, parentId: bookmarkId },
            references: report.references,
          },
        ]
      : [];
  });
