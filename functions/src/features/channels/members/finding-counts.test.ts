import fc from "fast-check";
import { expect, test } from "vitest";
import { detectorKeys } from "../../../contract/detectors.js";
import {
  findingGroups,
  findingGroupWords,
  findingsText,
  summarizeFindings,
  summarizeRun,
} from "../../../contract/run-summary.js";
import { storedFinding } from "../../../contract/findings/rows.testing.js";
import type { RunRecord } from "../../runs/run-record.js";
import type { StoredFinding } from "../../../contract/results.js";
import { findingsMail } from "./run-mail.js";

const run = {
  setup: { id: "s", name: "Daily", connection: { id: "c", projectId: "1", projectName: null } },
  plan: null,
} as unknown as RunRecord;
const links = {
  appUrl: "https://app.test",
  reportUrl: "https://app.test/reports/r",
  unsubscribeUrl: "https://app.test/u?token=t",
};

type Kind = Pick<StoredFinding, "severity" | "state">;
const kinds: readonly Kind[] = [
  { severity: "alert", state: "new" },
  { severity: "alert", state: "ongoing" },
  { severity: "alert", state: "escalating" },
  { severity: "alert", state: "regressed" },
  // It began and ended between two runs.
  { severity: "alert", state: "recovered" },
  { severity: "warning", state: "new" },
  { severity: "warning", state: "ongoing" },
  { severity: "normal", state: "recovered" },
  { severity: "normal", state: "new_level" },
  { severity: "normal", state: "folded" },
];

const kept = [false, true].map((isKnown) => ({
  id: "i",
  isKnown,
  state: "new" as const,
  rank: "0",
  sameDayChange: null,
  now: null,
}));

/**
 * A row as a run stores it: flagged rows are new or ongoing, the others ended or belong to another finding.
 */
const someFinding = fc
  .record({
    detector: fc.constantFrom(...detectorKeys),
    kind: fc.constantFrom(...kinds),
    entity: fc.string({ minLength: 1, maxLength: 12 }),
    incident: fc.constantFrom(null, ...kept),
    change_pct: fc.integer({ min: -100, max: 400 }),
    first_bad_day: fc.constantFrom("2026-11-16", "2026-11-17"),
  })
  .map(({ kind, incident, ...fields }): StoredFinding => ({
    ...storedFinding({ ...fields, ...kind, last_day: "2026-11-18", reason: "It changed." }),
    incident,
  }));

/** The checks of a run with these rows, as its report and summary count them. */
const checksOf = (rows: readonly StoredFinding[]) =>
  detectorKeys.map((key) => {
    const own = rows.filter(({ detector }) => detector === key);
    const { findings } = summarizeFindings(own);
    return {
      severity:
        findings.alerts > 0
          ? ("alert" as const)
          : findings.warnings > 0
            ? ("warning" as const)
            : ("normal" as const),
      counts: {
        ...findings,
        analysed: own.length,
        flagged: findings.alerts + findings.warnings,
        inconclusive: 0,
      },
    };
  });

const numberIn = (text: string, pattern: RegExp): number =>
  Number(pattern.exec(text)?.[1]?.replaceAll(",", "") ?? 0);

test("the email counts the same findings as the report, the dashboard and the run table", () => {
  fc.assert(
    fc.property(fc.array(someFinding, { minLength: 1, maxLength: 60 }), (rows) => {
      const summary = summarizeRun(checksOf(rows));
      expect(summarizeFindings(rows).findings).toEqual(summary.findings);
      const { alerts, warnings, known } = summary.findings;
      const byGroup = findingGroups.map((group) => summary.findings[group]);
      const counted = rows.filter(({ severity, state }) => severity !== "normal" || state !== "folded");
      expect(byGroup.reduce((sum, count) => sum + count)).toBe(counted.length);
      expect(known).toBe(counted.filter(({ incident }) => incident?.isKnown).length);

      const { text, subject } = findingsMail(run, rows, links);
      expect(text).toContain(`\n\n${findingsText(summary)}. 1.`);
      // New findings that began together are counted where they stand together.
      const together = [...text.matchAll(/^Began .*: (\d+) findings$/gm)].map(([, count]) => Number(count));
      const totals = findingGroups.map((group) =>
        group === "known"
          ? known
          : numberIn(text, new RegExp(String.raw`^${findingGroupWords[group]} \(([\d,]+)\)$`, "m")) +
            (group === "new" ? together.reduce((sum, count) => sum + count, 0) : 0),
      );
      // Beyond ten lines, groups are left out.
      if (/^- and [\d,]+ more$/m.test(text))
        totals.forEach((total, at) => expect(total).toBeLessThanOrEqual(byGroup[at]!));
      else expect(totals).toEqual(byGroup);
      // "…, and 9 more" plus the named finding.
      if (alerts + warnings > 0)
        expect(1 + numberIn(subject, /, and ([\d,]+) more$/)).toBe(alerts + warnings);
    }),
  );
});
