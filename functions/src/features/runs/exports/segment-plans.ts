import { createHash } from "node:crypto";
import { z } from "zod";
import { objectPaths, type ProjectName } from "../../../common/object-paths.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { SegmentPlan } from "../../../engine/segments/model.js";
import { readJson, writeJson, type ObjectStore } from "../../../ports/object-store.js";

/** What a project's days are counted two-way by. Every plan stays under its key, since runs and days refer to it. */
export class SegmentPlans {
  constructor(
    private readonly objects: ObjectStore,
    private readonly workspaceId: WorkspaceId,
    private readonly project: ProjectName,
  ) {}

  /** Key of the plan chosen last; null before the first one. */
  async latestKey(): Promise<string | null> {
    const stored = latestSchema.safeParse(await readJson(this.objects, this.#path("latest")));
    return stored.success ? stored.data.key : null;
  }

  /** @throws Error when the plan is missing or damaged */
  async read(key: string): Promise<SegmentPlan> {
    const { dimensions, versions } = planSchema.parse(await readJson(this.objects, this.#path(key)));
    return { dimensions, versions: new Map(versions) };
  }

  /** Stores the plan as the latest one. @returns its key */
  async save(plan: SegmentPlan): Promise<string> {
    const stored = canonical(plan);
    const key = createHash("sha256").update(JSON.stringify(stored)).digest("hex").slice(0, 32);
    await writeJson(this.objects, this.#path(key), stored);
    await writeJson(this.objects, this.#path("latest"), { key } satisfies z.infer<typeof latestSchema>);
    return key;
  }

  #path(key: string): string {
    return objectPaths.segmentPlan(this.workspaceId, this.project, key);
  }
}

const latestSchema = z.object({ key: z.string() });
const planSchema = z.object({
  dimensions: z.array(z.object({ property: z.string(), isNarrow: z.boolean() })),
  versions: z.array(
    z.tuple([z.string(), z.object({ version: z.string(), platform: z.string().nullable() })]),
  ),
});

const canonical = ({ dimensions, versions }: SegmentPlan): z.infer<typeof planSchema> => ({
  dimensions: dimensions.map(({ property, isNarrow }) => ({ property, isNarrow })),
  versions: [...versions]
    .map(([event, { version, platform }]): [string, { version: string; platform: string | null }] => [
      event,
      { version, platform },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
});
