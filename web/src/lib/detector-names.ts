import type { DetectorKey } from "@contract/detectors";
import { descriptors } from "@contract/detectors/descriptors";

/** Names of the checks in display order, for pages that cannot load the catalogue. */
export const detectorNames = Object.fromEntries(descriptors.map(({ key, name }) => [key, name])) as Readonly<
  Record<DetectorKey, string>
>;

/** How many checks there are, as a word for running text: "nine". */
export const checkCount =
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][descriptors.length] ??
  String(descriptors.length);
