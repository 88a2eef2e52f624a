import { screen, within } from "@testing-library/react";
import type { Replay } from "@contract/replay";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, aSetup, aUser } from "@/testing/builders";
import { aRow } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const days = Array.from({ length: 28 }, (_, at) =>
  new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10),
);
const small = aRow({
  entity: "Product Viewed",
  severity: "warning",
  change_pct: -33.4,
  reason: "`Product Viewed`: 410 events, 33% below the expected 616.",
});
const large = aRow({ entity: "Search Performed", change_pct: -60.2 });

const aReplay = (
  found: Record<string, Replay["days"][number]["findings"]>,
  change: Partial<Replay> = {},
): Replay => ({
  id: "c1-000000000000000000000000",
  connectionId: "c1",
  selectedDetectors: aSetup().selectedDetectors,
  status: "done",
  createdAt: "2026-11-22T10:00:00.000Z",
  finishedAt: "2026-11-22T10:02:00.000Z",
  progress: { done: 28, total: 28 },
  error: null,
  dataFrom: days[0]!,
  days: days.map((day) => {
    const findings = found[day] ?? [];
    return {
      day,
      status: "complete",
      missing: [],
      findings,
      newFindings: findings.length,
      ongoing: 0,
      hours: null,
    };
  }),
  ...change,
});

const running = (change: Partial<Replay> = {}): Replay =>
  aReplay({}, { status: "running", finishedAt: null, ...change });

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("listDetectors", aCatalogue());
  respond("getSetup", aSetup());
});

const card = () => within(screen.getByRole("region", { name: "Replay" }));
const replay = async () => {
  const app = await renderApp("/setups/s1");
  await app.user.click(await screen.findByRole("button", { name: "Replay the last 4 weeks" }));
  return app;
};

describe("a replay", () => {
  it("shows its progress, the time left and the days it covers", async () => {
    const state = running({
      createdAt: new Date(Date.now() - 4 * 60_000).toISOString(),
      progress: { done: 16, total: 28 },
    });
    respond("startReplay", state);
    respond("getReplay", state);
    await replay();
    expect(await card().findByRole("progressbar")).toHaveAttribute(
      "aria-valuetext",
      "16 of 28 days, about 3 minutes left",
    );
    expect(card().getByText("Oct 26")).toBeVisible();
    expect(card().queryByRole("heading", { name: /finding/ })).toBeNull();
  });

  it("shows each finding on the day it was new, and how it was decided", async () => {
    const started = respond("startReplay", aReplay({ [days[2]!]: [small], [days[24]!]: [large] }));
    const { user } = await replay();
    const verdict = "2 findings in 28 days, less than 1 a week";
    expect(await card().findByRole("heading", { name: verdict })).toBeVisible();
    expect(started[0]!.body).toEqual({ connectionId: "c1", selectedDetectors: aSetup().selectedDetectors });
    expect(card().getByText("Oct 27")).toBeVisible();
    await user.click(card().getByRole("button", { name: /Show.*how .Product Viewed .* was decided/ }));
    expect(card().getByText(/410 events, 33% below/)).toBeVisible();
  });

  it("compares another threshold, and says which findings would be gone", async () => {
    respond("startReplay", ({ body }) => {
      const { selectedDetectors } = body as Pick<Replay, "selectedDetectors">;
      const isHigh = selectedDetectors.some(({ settings }) => settings.thresholdPercent === 40);
      return aReplay(isHigh ? { [days[24]!]: [large] } : { [days[2]!]: [small], [days[24]!]: [large] }, {
        selectedDetectors,
        id: `c1-${(isHigh ? "1" : "0").repeat(24)}`,
      });
    });
    const { user } = await replay();
    await user.click(await card().findByRole("button", { name: "Compare" }));
    expect(await card().findByRole("heading", { name: "2 to 1 finding in 28 days" })).toBeVisible();
    expect(card().getByText("At 40%, 1 of them would be gone. None would be new.")).toBeVisible();
    expect(card().getByText("gone at 40%")).toBeVisible();
    expect(card().getByText("Threshold 30% to 40%")).toBeVisible();
    await user.click(card().getByRole("button", { name: "Keep 30%" }));
    expect(card().getByText("The last 4 weeks with these settings")).toBeVisible();
    expect(card().getByRole("heading", { name: /^2 findings/ })).toBeVisible();
  });

  it("compares suggestions from closed incidents with the current settings", async () => {
    respond("getSetupSuggestions", [
      { kind: "threshold", detector: "event_count_change", percent: 45, falseAlarms: 2 },
      { kind: "exclusion", event: "Debug", property: "plan", falseAlarms: 3 },
    ]);
    const asked = respond("startReplay", ({ body }) => {
      const { selectedDetectors } = body as Pick<Replay, "selectedDetectors">;
      const isHigh = selectedDetectors.some(({ settings }) => settings.thresholdPercent === 45);
      return aReplay(isHigh ? {} : { [days[2]!]: [small] }, {
        id: `c1-${(isHigh ? "1" : "0").repeat(24)}`,
        selectedDetectors,
      });
    });
    const { user } = await renderApp("/setups/s1");
    const suggestions = within(await screen.findByRole("region", { name: "Suggestions" }));
    expect(suggestions.getByText(/^2 false alarms would not have been reported/)).toBeVisible();
    expect(suggestions.getByText("3 incidents closed as false alarms, none as fixed.")).toBeVisible();
    expect(suggestions.getByRole("link", { name: "Data Settings" })).toBeVisible();
    await user.click(suggestions.getByRole("button", { name: "Replay at 45%" }));
    expect(await card().findByRole("heading", { name: "1 to 0 findings in 28 days" })).toBeVisible();
    expect(card().getByText("gone at 45%")).toBeVisible();
    expect(card().getByText("Threshold 30% to 45%")).toBeVisible();
    const changed = (asked.at(-1)!.body as Pick<Replay, "selectedDetectors">).selectedDetectors;
    expect(changed.filter(({ settings }) => settings.thresholdPercent === 45).map(({ key }) => key)).toEqual([
      "event_count_change",
    ]);
    await user.click(card().getByRole("button", { name: /^Keep/ }));
    expect(card().getByRole("heading", { name: /^1 finding in/ })).toBeVisible();
  });

  it("says when the data starts, and how much a day needs", async () => {
    const limited = aReplay({}).days.map((day, at) =>
      at < 17 ? { ...day, status: "no-data" as const } : day,
    );
    respond("startReplay", aReplay({}, { days: limited, dataFrom: "2026-10-13" }));
    await replay();
    expect(await card().findByText("11 of 28 days can be replayed")).toBeVisible();
    expect(
      card().getByText("Data starts on Oct 13. A day needs 4 weeks of data leading up to it."),
    ).toBeVisible();
    expect(card().getByRole("heading", { name: "No findings in 11 days" })).toBeVisible();
  });

  it("says before the first run that there is nothing to replay", async () => {
    const none = aReplay({}).days.map((day) => ({ ...day, status: "no-data" as const }));
    respond("startReplay", aReplay({}, { days: none, dataFrom: null }));
    await replay();
    expect(await card().findByText("Nothing to replay yet")).toBeVisible();
  });

  it("can be stopped", async () => {
    respond("startReplay", running());
    respond("getReplay", running());
    const stopped = respond("stopReplay", undefined);
    const { user } = await replay();
    await user.click(await card().findByRole("button", { name: "Stop" }));
    expect(await card().findByRole("button", { name: "Replay the last 4 weeks" })).toBeVisible();
    expect(stopped).toHaveLength(1);
  });

  it("says why it failed, and retries", async () => {
    fail("startReplay", 429, {
      code: "rate-limited",
      message: "At most 60.",
      userMessage: "Too many requests.",
    });
    const { user } = await replay();
    expect(await card().findByText("Unable to replay")).toBeVisible();
    respond("startReplay", aReplay({}));
    await user.click(card().getByRole("button", { name: "Try again" }));
    expect(await card().findByRole("heading", { name: "No findings in 28 days" })).toBeVisible();
  });

  it("can't be started by viewers", async () => {
    const user = aUser();
    respond("getCurrentUser", {
      ...user,
      workspaces: user.workspaces.map((one) => ({ ...one, role: "viewer" as const })),
    });
    await renderApp("/setups/s1");
    expect(await screen.findByRole("button", { name: "Replay the last 4 weeks" })).toBeDisabled();
  });
});

it("applies a compared threshold to all checks in the wizard", async () => {
  respond("listSetups", []);
  respond("getSetupEstimate", { rowsPerRun: 10, perDetector: [] });
  respond("startReplay", ({ body }) => aReplay({}, { ...(body as Pick<Replay, "selectedDetectors">) }));
  const { user } = await renderApp("/setups/new");
  await user.type(await screen.findByLabelText("Setup name"), "Core");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(await screen.findByLabelText("Check event_stopped"));
  await user.click(screen.getByRole("button", { name: "Replay the last 4 weeks" }));
  const estimate = within(screen.getByRole("region", { name: "Estimate" }));
  expect(await estimate.findByText(/0 findings/)).toBeVisible();
  expect(estimate.getByRole("button", { name: "View replay" })).toBeVisible();
  await user.click(await card().findByRole("button", { name: "Compare" }));
  await user.click(await card().findByRole("button", { name: "Use 40%" }));
  expect(screen.getByLabelText("Threshold, Check event_count_change")).toHaveValue(40);
  await user.click(screen.getByLabelText("Check event_stopped"));
  expect(await card().findByText("Settings changed. Replay again.")).toBeVisible();
  expect(estimate.queryByRole("button", { name: "View replay" })).toBeNull();
});
