import { createHash } from "node:crypto";
import { z } from "zod";
import { objectPaths, type ProjectRef } from "../../common/object-paths.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import { readJson, writeJson, type ObjectStore } from "../../ports/object-store.js";
import { segmentBySchema, type SegmentBy } from "../../contract/data-settings.js";

/**
 * What a project's days and profiles are counted two-way by. Every plan for days stays stored under its key, since runs
 * and days refer to it. For profiles, only the latest plan is kept, since snapshots contain their own dimensions.
 */
export class SegmentPlans {
  constructor(
    private readonly objects: ObjectStore,
    private readonly workspaceId: WorkspaceId,
    private readonly project: ProjectRef,
  ) {}

  /** The latest plan for days; its key is null before the first one. */
  async latest(): Promise<LatestPlan> {
    const stored = latestSchema.safeParse(await readJson(this.objects, this.#path("latest")));
    return stored.success ? stored.data : { segmentsKey: null, segmentProperties: [] };
  }

  /** @throws Error when the plan is missing or damaged */
  async read(key: string): Promise<SegmentPlan & { segmentBy: SegmentBy }> {
    return planOf(planSchema.parse(await readJson(this.objects, this.#path(key))));
  }

  /** Stores the plan as the latest one for days. @param segmentBy what it was chosen from */
  async save(plan: SegmentPlan, segmentBy: SegmentBy): Promise<LatestPlan> {
    const stored = canonical(plan, segmentBy);
    const segmentsKey = createHash("sha256").update(JSON.stringify(stored)).digest("hex").slice(0, 32);
    const latest = { segmentsKey, segmentProperties: stored.dimensions.map(({ property }) => property) };
    await writeJson(this.objects, this.#path(segmentsKey), stored);
    await writeJson(this.objects, this.#path("latest"), latest);
    return latest;
  }

  /** Null before the first plan for profiles. */
  async readOfProfiles(): Promise<SegmentPlan | null> {
    const stored = planSchema.safeParse(await readJson(this.objects, this.#path(profilesKey)));
    return stored.success ? planOf(stored.data) : null;
  }

  async saveOfProfiles(plan: SegmentPlan): Promise<void> {
    await writeJson(this.objects, this.#path(profilesKey), canonical(plan));
  }

  #path(key: string): string {
    return objectPaths.segmentPlan(this.workspaceId, this.project, key);
  }
}

const profilesKey = "profiles";

const latestSchema = z.object({
  segmentsKey: z.string().nullable(),
  segmentProperties: z.array(z.string()),
});
type LatestPlan = z.infer<typeof latestSchema>;
const planSchema = z.object({
  dimensions: z.array(z.object({ property: z.string(), isNarrow: z.boolean() })),
  versions: z.array(
    z.tuple([z.string(), z.object({ version: z.string(), platform: z.string().nullable() })]),
  ),
  segmentBy: segmentBySchema.default(null),
});

const planOf = ({ versions, ...plan }: z.infer<typeof planSchema>) => ({
  ...plan,
  versions: new Map(versions),
});

const canonical = (
  { dimensions, versions }: SegmentPlan,
  segmentBy: SegmentBy = null,
): z.infer<typeof planSchema> => ({
  dimensions: dimensions.map(({ property, isNarrow }) => ({ property, isNarrow })),
  versions: [...versions]
    .map(([event, { version, platform }]): [string, { version: string; platform: string | null }] => [
      event,
      { version, platform },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
  segmentBy,
});
