import { ChakraProvider } from "@chakra-ui/react";
import { render, screen, within } from "@testing-library/react";
import type { DetectorKey } from "@contract/detectors";
import type * as Descriptors from "@contract/detectors/descriptors";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { apiServer as serverOfSetup } from "@/testing/api-server";

/** Adds a copy of every detector under another key: a descriptor and one line each, as for a new detector. */
vi.mock("@contract/detectors/descriptors", async (original) => {
  const { descriptors } = await original<typeof Descriptors>();
  const copies = descriptors.map((descriptor, index) => ({
    ...descriptor,
    key: `dummy${index}`,
    name: `Dummy ${index}`,
  }));
  return { descriptors: [...descriptors, ...copies] };
});

/** Loads the app with these detectors. The test setup has already loaded it without them. */
async function load() {
  serverOfSetup.close();
  vi.resetModules();
  const { apiServer, respond } = await import("@/testing/api-server");
  return {
    apiServer,
    respond,
    ...(await import("@contract/detectors")),
    ...(await import("@/testing/builders")),
    ...(await import("@/testing/report-builders")),
    ...(await import("@/testing/render-app")),
    ...(await import("@/features/reports/analysis/finding-evidence")),
    ...(await import("@/components/incidents/next-steps-text")),
    ...(await import("@/features/reports/text/finding-text")),
    ...(await import("@/features/reports/text/summary-text")),
    ...(await import("@/lib/runnable-checks")),
    ...(await import("@/theme/system")),
  };
}

let app: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  app = await load();
});
beforeEach(() => app.respondQuietly());
afterEach(() => app.apiServer.resetHandlers());

const originals = () => app.detectorKeys.slice(0, app.detectorKeys.length / 2);
const copies = () => app.detectorKeys.slice(app.detectorKeys.length / 2);
const copy = "dummy0" as DetectorKey;
const rowOf = (detector: DetectorKey) =>
  app.aRow({ detector, parent: "Sign Up", observed: 40, expected: 10, change_pct: 300, usual_pct: 5 });

describe("detectors under other keys", () => {
  const textsOf = (key: DetectorKey) => {
    const row = rowOf(key);
    return {
      headline: app.headlineOf(row, app.lastDay),
      sentence: app.findingSentence(row, app.lastDay),
      steps: app.nextSteps(row),
      comparison: app.detectorComparison(key, 7),
      falseAlarms: app.falseAlarmText(key, 1000),
    };
  };

  it("have the same texts", () => expect(copies().map(textsOf)).toEqual(originals().map(textsOf)));

  it("have the same figures", () => {
    const figuresOf = (key: DetectorKey) => {
      const view = render(
        <ChakraProvider value={app.system}>
          <app.FindingEvidence row={rowOf(key)} />
        </ChakraProvider>,
      );
      const text = view.container.textContent;
      view.unmount();
      return text;
    };
    expect(copies().map(figuresOf)).toEqual(originals().map(figuresOf));
  });

  it("run on the same connections", () => {
    const { capabilities } = app.aConnection();
    const connection = { capabilities: { ...capabilities!, profiles: false } };
    const needsOf = (key: DetectorKey) => app.missingNeed(key, connection);
    expect(copies().map(needsOf)).toEqual(originals().map(needsOf));
  });

  it("appear in the same places of a report", async () => {
    const brokenBy = async (keys: readonly DetectorKey[]) => {
      const detectors = keys.map((key) =>
        app.aReportDetector(key, { severity: "alert", counts: { flagged: 1 }, topRows: [rowOf(key)] }),
      );
      app.respond("getRunReport", app.aReport({ summary: app.aSummary({ alerts: 9 }), detectors }));
      const { unmount } = await app.renderApp("/reports/r1");
      const text = (await screen.findByRole("region", { name: /^What broke/ })).textContent;
      unmount();
      return text;
    };
    expect(await brokenBy(copies())).toBe(await brokenBy(originals()));
  });
});

describe("a new detector", () => {
  it("is on the landing page and among the use cases", async () => {
    const { unmount } = await app.renderApp("/", { user: null });
    expect(await screen.findByText("Dummy 0")).toBeInTheDocument();
    expect(screen.getByText(`${app.detectorKeys.length} checks, one report`)).toBeInTheDocument();
    unmount();
    await app.renderApp("/use-cases", { user: null });
    expect(await screen.findByRole("button", { name: /Dummy 0/ })).toBeVisible();
  });

  it("can be chosen in the wizard", async () => {
    app.respond("listConnections", [app.aConnection()]);
    app.respond("listDetectors", [...app.detectorCatalogue]);
    app.respond("listSetups", []);
    app.respond("getSetupEstimate", { rowsPerRun: 12, perDetector: [{ key: copy, rows: 12 }] });
    const { user } = await app.renderApp("/setups/new");
    await user.type(await screen.findByLabelText("Setup name"), "Core");
    await user.click(screen.getByRole("button", { name: "Next" }));
    const events = within(await screen.findByRole("region", { name: "Events" }));
    expect(events.getByLabelText("Dummy 0")).toBeChecked();
  });

  it("has its analysis with a chart", async () => {
    const row = app.aRow({ detector: copy, series: app.aCountSeries() });
    app.respond("getDetectorResult", app.aDetectorResult({ id: copy, rows: [row] }));
    app.respond("getCsvData", app.someCsvData([row]));
    await app.renderApp(`/reports/r1/${copy}`);
    const finding = within(await screen.findByRole("region", { name: "checkout_completed" }));
    expect(finding.getByRole("application", { name: /3 flagged/ })).toBeInTheDocument();
  });
});
