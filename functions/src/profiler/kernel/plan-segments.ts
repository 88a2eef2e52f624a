import type { SegmentPlan } from "../../aggregates/event-segments.js";
import type { KernelExports } from "./kernel-exports.js";
import type { EventNames, PropertySlot } from "./property-names.js";

/** Means that versions do not depend on a platform (`assembly/segments/event-segments.ts`). */
const noPlatform = 3;

/** Tells the kernel which dimensions are narrow. */
export function startSegments(kernel: KernelExports, { dimensions }: SegmentPlan): void {
  kernel.initSegments(dimensions.reduce((bits, { isNarrow }, at) => bits | (isNarrow ? 1 << at : 0), 0));
}

/** Tells the kernel if a new property of an event is a dimension or the event's version property. */
export function planProperty(
  kernel: KernelExports,
  plan: SegmentPlan,
  event: EventNames,
  { name, index, isCounted }: PropertySlot,
): void {
  if (!isCounted) return;
  const dimension = plan.dimensions.findIndex(({ property }) => property === name);
  if (dimension >= 0) kernel.setDimension(event.number, dimension, index);
  const versions = plan.versions.get(event.name);
  if (versions?.version === name)
    kernel.setVersions(event.number, index, platformOf(plan, versions.platform));
}

function platformOf({ dimensions }: SegmentPlan, platform: string | null): number {
  const dimension = dimensions.findIndex(({ property }) => property === platform);
  return dimension < 0 ? noPlatform : dimension;
}
