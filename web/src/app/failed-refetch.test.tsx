import { screen, waitFor } from "@testing-library/react";
import type { EndpointName } from "@contract/api";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, aNewName, aRun, aSetup, someNewNames } from "@/testing/builders";
import { aDetectorResult, aReport, someCsvData } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("getConnection", aConnection());
  respond("listDetectors", aCatalogue());
  respond("listSetups", [aSetup()]);
  respond("listRuns", [aRun()]);
  respond("getRunReport", aReport());
  respond("getDetectorResult", aDetectorResult());
  respond("getCsvData", someCsvData([]));
  respond("listNames", someNewNames([aNewName()]));
});

it.each<[path: string, endpoint: EndpointName, shows: string | RegExp]>([
  ["/", "listSetups", "Recent Runs"],
  ["/setups", "listSetups", "Core funnel tracking"],
  ["/runs", "listRuns", "Core funnel tracking"],
  ["/reports/r1", "getRunReport", "Core funnel tracking"],
  ["/reports/r1/event_count_change", "getDetectorResult", /^checkout_completed/],
  ["/connection-status/c1", "getConnection", "Storefront production"],
  ["/data-settings/new", "listNames", "Quiz Done"],
  ["/settings/notifications", "getCurrentUser", "One email after a run with new findings."],
])("%s keeps what it shows when %s fails later", async (path, endpoint, shows) => {
  const { queryClient } = await renderApp(path);
  const [shown] = await screen.findAllByText(shows);
  fail(endpoint, 503);
  await queryClient.invalidateQueries();
  const hasFailed = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.status === "error");
  await waitFor(() => expect(hasFailed()).toBe(true));
  expect(shown).toBeVisible();
});
