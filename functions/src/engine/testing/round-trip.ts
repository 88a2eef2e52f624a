import { expect } from "vitest";
import { findingCells } from "../../contract/findings/csv-row.js";
import type { FinishedRow } from "../model.js";

/** Expects that the file's cells can be made from each finding. @returns the number of findings */
export function expectRoundTrip(rows: Iterable<FinishedRow>): number {
  let findings = 0;
  for (const { row, finding } of rows) {
    if (!finding) continue;
    const { cause: _cause, reason: _reason, subject: _subject, ...cells } = row;
    expect(findingCells(finding)).toEqual(cells);
    findings++;
  }
  return findings;
}
