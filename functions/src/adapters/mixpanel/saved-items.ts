import { z } from "zod";
import { secondMs } from "../../common/time.js";
import { parseJson } from "../../common/parse-json.js";
import type { MixpanelAccess } from "../../ports/mixpanel.js";
import type { SavedItems, SavedList } from "../../ports/mixpanel-saved.js";
import { readItems } from "./read-json.js";
import type { Transport } from "./transport.js";

const longestReadMs = 60 * secondMs;
/** No list has more pages than this. */
const mostPages = 50;

const id = z.union([z.number().int(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const words = z.string().nullish();

/** Fields that any saved item may have, under the names that the endpoints use. */
const item = z.object({
  id,
  name: words,
  title: words,
  creator_name: words,
  creator_email: words,
  total_view_count: z.number().nullish(),
  modified: words,
  last_edited: words,
  created: words,
});

const common = (raw: z.output<typeof item>) => ({
  id: raw.id,
  name: (raw.name ?? raw.title ?? "").trim() || "Untitled",
  owner: raw.creator_name?.trim() || raw.creator_email || null,
  views: raw.total_view_count ?? null,
  modifiedAt: instant(raw.modified ?? raw.last_edited ?? raw.created),
});

/** Instants without a zone are in UTC. */
function instant(given: string | null | undefined): string | null {
  if (!given) return null;
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(given) ? given : `${given}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A definition may be JSON text. */
const definition = z.union([z.record(z.string(), z.unknown()), z.string()]);

const alternative = z.object({ event: z.string(), serialized: words });
const alternatives = z.preprocess(
  (given) => (typeof given === "string" ? parseJson(given) : given),
  z.array(alternative),
);

const shapes = {
  bookmarks: item
    .extend({ type: z.string(), params: definition, dashboard_id: id.nullish() })
    .transform((raw) => ({
      ...common(raw),
      type: raw.type,
      dashboardId: raw.dashboard_id ?? null,
      definition: raw.params,
    })),
  dashboards: item.loose().transform((raw) => ({
    ...common(raw),
    definition: { filters: raw["filters"], breakdowns: raw["breakdowns"] },
  })),
  cohorts: item
    .loose()
    .extend({ created_by: z.object({ name: words }).nullish() })
    .transform((raw) => ({
      ...common(raw),
      owner: raw.creator_name ?? raw.created_by?.name ?? null,
      definition: {
        selector: raw["selector"],
        behaviors: raw["behaviors"],
        groups: raw["groups"],
        definition: raw["definition"],
      },
    })),
  custom_events: item.extend({ alternatives }).transform((raw) => ({
    ...common(raw),
    alternatives: raw.alternatives.map(({ event, serialized }) => ({ event, selector: serialized ?? null })),
  })),
  custom_properties: z
    .looseObject({ customPropertyId: id.optional(), id: id.optional(), name: words })
    .refine((raw) => raw.customPropertyId !== undefined || raw.id !== undefined)
    .transform(({ name, ...raw }) => ({
      ...common({ id: (raw.customPropertyId ?? raw.id)!, name }),
      definition: {
        composedProperties: raw["composedProperties"],
        behavior: raw["behavior"],
      },
    })),
  metrics: item
    .extend({ definition: definition.optional(), params: definition.optional() })
    .transform((raw) => ({ ...common(raw), definition: raw.definition ?? raw.params ?? null })),
  alerts: item
    .extend({ bookmark_id: id.nullish(), bookmark: z.object({ id }).nullish() })
    .transform((raw) => ({ ...common(raw), bookmarkId: raw.bookmark_id ?? raw.bookmark?.id ?? null })),
  annotations: item
    .extend({
      date: z.string(),
      description: z.string(),
      user: z.object({ first_name: words, last_name: words }).nullish(),
    })
    .transform((raw) => ({
      ...common({ ...raw, name: raw.description }),
      owner:
        [raw.user?.first_name, raw.user?.last_name].filter(Boolean).join(" ") || raw.creator_name || null,
      at: raw.date,
    })),
} satisfies { [List in SavedList]: z.ZodType<SavedItems[List]> };

const addresses: Record<SavedList, { path: string; query?: Record<string, string> }> = {
  bookmarks: { path: "bookmarks", query: { v: "2" } },
  dashboards: { path: "dashboards" },
  cohorts: { path: "cohorts" },
  custom_events: { path: "custom_events/" },
  custom_properties: { path: "custom_properties/" },
  metrics: { path: "metrics" },
  alerts: { path: "alerts/custom/" },
  annotations: { path: "annotations/" },
};

/** Possible locations of a list in a response. */
const paths = [[], ["results"], ["results", "results"], ["custom_events"], ["results", "custom_events"]];

/** @see Mixpanel.savedItems */
export async function* savedItems<List extends SavedList>(
  send: Transport,
  access: MixpanelAccess,
  list: List,
  signal?: AbortSignal,
  readMs = longestReadMs,
): AsyncGenerator<SavedItems[List]> {
  const operation = `saved ${list.replace("_", " ")}`;
  const { path, query } = addresses[list];
  const item = shapes[list] as unknown as z.ZodType<SavedItems[List]>;
  for (let [page, cursor]: [number, string | null] = [0, null]; page < mostPages; page++) {
    const tooLate = AbortSignal.timeout(readMs);
    const response = await send(access, {
      operation,
      role: "api",
      path: `/api/app/projects/${encodeURIComponent(access.projectId)}/${path}`,
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
      timeoutMs: readMs / 2,
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    });
    cursor = yield* readItems(response, operation, { paths, item }, signal);
    if (cursor === null) return;
  }
}
