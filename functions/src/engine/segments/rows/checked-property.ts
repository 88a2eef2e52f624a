import type { DetectorKey, DetectorSettings } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import type { Subject } from "../../properties/checks/subject.js";

/** One property by one check of a run. */
export type PropertySubject = { key: DetectorKey; settings: DetectorSettings; subject: Subject };

/** The same with its row. */
export type CheckedProperty = PropertySubject & { draft: DraftRow };
