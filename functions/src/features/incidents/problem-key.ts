import { createHash } from "node:crypto";
import { detectorOf, traitsOf } from "../../contract/detectors.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import { subjectKey } from "../../contract/findings/finding.js";
import type { ResultRow, Segment } from "../../contract/results.js";
import { directionOf } from "../../engine/row-key.js";

/** Identifies the problem that a finding is about, regardless of when and by which setup it was found. */
export const problemKey = (row: SubjectRow, segment: Segment | null): string =>
  JSON.stringify([traitsOf(row.detector).family, subjectKey(row.subject), segment, problemDirection(row)]);

/** A stop has the same direction as a drop. */
export const problemDirection = (row: SubjectRow): -1 | 0 | 1 =>
  traitsOf(row.detector).stopOf === "event" ? -1 : directionOf(row);

/** Whether two detectors see problems of the same family. */
export const isSameFamily = (a: ResultRow["detector"], b: ResultRow["detector"]): boolean =>
  detectorOf(a).subject === detectorOf(b).subject && traitsOf(a).family === traitsOf(b).family;

/** The same problem found by two runs over the same days gets the same id, so that it is stored once. */
export const incidentId = (connectionId: string, key: string, openedOn: string): string =>
  `i${createHash("sha256").update(`${connectionId} ${key} ${openedOn}`).digest("base64url").slice(0, 27)}`;
