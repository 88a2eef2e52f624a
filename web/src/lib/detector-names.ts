import type { DetectorKey } from "@contract/detectors";
import { descriptors } from "@contract/detectors/descriptors";

/** Names of the checks in display order, for pages that cannot load the catalogue. */
export const detectorNames = Object.fromEntries(descriptors.map(({ key, name }) => [key, name])) as Readonly<
  Record<DetectorKey, string>
>;
