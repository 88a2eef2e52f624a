import type { DetectorKey, DetectorSettings } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import type { Subject } from "../../properties/checks/subject.js";

/** The rows of one property by all checks of a run. */
export type CheckedProperty = {
  key: DetectorKey;
  settings: DetectorSettings;
  subject: Subject;
  draft: DraftRow;
};
