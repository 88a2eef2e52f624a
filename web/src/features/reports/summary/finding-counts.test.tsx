import { ChakraProvider } from "@chakra-ui/react";
import { findingsText, summarizeRun, summaryText } from "@contract/run-summary";
import { detectorKeys } from "@contract/detectors";
import { cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { resultNote } from "@/components/run-table/run-results";
import { RunTable } from "@/components/run-table/run-table";
import { aRun } from "@/testing/builders";
import { aReport, aReportDetector } from "@/testing/report-builders";
import { system } from "@/theme/system";
import { VerdictCard } from "./verdict-card";

const someChecks = fc.tuple(
  ...detectorKeys.map((key) =>
    fc
      .record({ alerts: fc.nat({ max: 2_000 }), warnings: fc.nat({ max: 2_000 }), known: fc.nat({ max: 9 }) })
      .map(({ alerts, warnings, known }) =>
        aReportDetector(key, {
          severity: alerts > 0 ? "alert" : warnings > 0 ? "warning" : "normal",
          counts: { alerts, warnings, known, flagged: alerts + warnings, new: alerts + warnings },
        }),
      ),
  ),
);

it("counts the same findings in the report, on the dashboard, in the run table and in emails", () => {
  fc.assert(
    fc.property(someChecks, (detectors) => {
      const summary = summarizeRun(detectors);
      const run = aReport({ summary, detectors });
      render(
        <ChakraProvider value={system}>
          <MemoryRouter>
            <VerdictCard run={run} summary={summary} groups={[]} />
            <RunTable runs={[aRun({ summary })]} />
          </MemoryRouter>
        </ChakraProvider>,
      );
      const sum = (of: "alerts" | "warnings" | "known") =>
        detectors.reduce((total, { counts }) => total + counts[of], 0);
      expect(summary.findings).toMatchObject({
        alerts: sum("alerts"),
        warnings: sum("warnings"),
        known: sum("known"),
      });
      if (sum("alerts") + sum("warnings") + sum("known") > 0) {
        expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(summaryText(summary));
        expect(screen.getByRole("table", { name: "Runs" })).toHaveTextContent(findingsText(summary));
        // What the dashboard says about a setup.
        expect(resultNote(summary)).toBe(findingsText(summary));
        for (const part of findingsText(summary).split(", ")) expect(summaryText(summary)).toContain(part);
      } else
        expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("No Specific Issues Identified");
      cleanup();
    }),
    { numRuns: 8, seed: 20_261_118 },
  );
});
