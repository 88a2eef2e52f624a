import type { DetectorKey, DetectorSettings } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import type { Subject } from "../property-subject/subject.js";

/** One property, and one check of a run to apply to it. */
export type PropertySubject = { key: DetectorKey; settings: DetectorSettings; subject: Subject };

/** A property that has been checked, with its row. */
export type CheckedProperty = PropertySubject & { draft: DraftRow };
