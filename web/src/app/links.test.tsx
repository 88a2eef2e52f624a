import { screen, waitFor, within } from "@testing-library/react";
import { summarizeRun } from "@contract/run-summary";
import { workspaceIdSchema, workspaceHeader } from "@contract/workspaces";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { apiServer, fail, hang, respond } from "@/testing/api-server";
import {
  aCatalogue,
  aConnection,
  aConnectionState,
  aNewName,
  anIncident,
  aSetup,
  aUser,
  someNewNames,
} from "@/testing/builders";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { aDetectorResult, aReport, aReportDetector, aRow } from "@/testing/report-builders";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", []);
  respond("listMembers", []);
  return () => localStorage.clear();
});

async function logIn({ user }: Awaited<ReturnType<typeof renderApp>>) {
  await user.type(await screen.findByLabelText("Email"), "demo@plumbline.dev");
  await user.type(screen.getByLabelText("Password"), demoPassword);
  await user.click(screen.getByRole("button", { name: "Log In" }));
}

describe("a link that is opened without being logged in", () => {
  it.each([
    "/setups",
    "/setups/s1",
    "/setups/s1/edit",
    "/setups/new?source=dashboard",
    "/runs",
    "/setups/s1/runs",
    "/incidents?status=muted",
    "/incidents/i1",
    "/connections",
    "/connection-status/c1",
    "/data-settings",
    "/settings/profile",
    "/settings/audit",
    "/reports/r1",
    "/reports/r1/event_stopped",
  ])("%s opens after the login", async (path) => {
    const app = await renderApp(path, { user: null });
    await waitFor(() => expect(app.location()).toBe("/login"));
    await logIn(app);
    await waitFor(() => expect(app.location()).toBe(path));
  });

  it("opens after a visit to the sign-up page and back", async () => {
    const app = await renderApp("/incidents/i1", { user: null });
    for (const name of ["Get Started", "Log In"])
      await app.user.click(
        (await screen.findAllByRole("link", { name })).find((link) => link.closest("main"))!,
      );
    await logIn(app);
    await waitFor(() => expect(app.location()).toBe("/incidents/i1"));
  });

  it("isn't kept for the next person after a logout", async () => {
    const app = await renderApp("/incidents");
    await app.user.click(screen.getAllByRole("button", { name: "Logout" })[0]!);
    await waitFor(() => expect(app.location()).toBe("/login"));
    await logIn(app);
    await waitFor(() => expect(app.location()).toBe("/"));
  });
});

const [w1, w2] = [workspaceIdSchema.parse("w1"), workspaceIdSchema.parse("w2")];
const member = { role: "viewer" as const, emailNotifications: true };

describe("a link to something in another workspace", () => {
  beforeEach(() =>
    respond(
      "getCurrentUser",
      aUser({
        workspaces: [
          { id: w1, name: "Demo's workspace", ...member },
          { id: w2, name: "Acme", ...member },
        ],
      }),
    ),
  );

  it.each([
    ["/incidents/i1", "/api/v1/incidents/i1", anIncident()],
    ["/setups/s1", "/api/v1/setups/s1", aSetup()],
    ["/setups/s1/edit", "/api/v1/setups/s1", aSetup()],
    ["/connection-status/c1", "/api/v1/mixpanel/connections/c1", aConnection()],
  ])("%s switches to that workspace, and says so", async (path, api, value) => {
    const seen: (string | null)[] = [];
    apiServer.use(
      http.get(`*${api}`, ({ request }) => {
        const workspace = request.headers.get(workspaceHeader);
        seen.push(workspace);
        return workspace === w2
          ? HttpResponse.json(value as object)
          : HttpResponse.json({ code: "not-found", message: "Not found" }, { status: 404 });
      }),
    );
    const app = await renderApp(path);
    expect(await screen.findByText("Switched to Acme")).toBeVisible();
    await waitFor(() => expect(seen.at(-1)).toBe(w2));
    await waitFor(() => expect(screen.queryByText(/not found/i)).toBeNull());
    expect(app.location()).toBe(path);
    expect(localStorage.getItem("plumbline-workspace")).toBe(w2);
  });

  it.each([
    ["getIncident", "/incidents/i1", "Incident not found"],
    ["getSetup", "/setups/s1", "Setup not found"],
    ["getSetup", "/setups/s1/edit", "Setup not found"],
    ["getConnection", "/connection-status/c1", "Connection Not Found"],
    ["getRunReport", "/reports/r1", "Run not found"],
    ["listSetupRuns", "/setups/s1/runs", "Setup not found"],
  ] as const)(
    "%s of none of the person's workspaces says who may see it, and claims no deletion",
    async (name, path, title) => {
      fail(name, 404, { code: "not-found", message: "Not found" });
      if (name === "listSetupRuns") fail("getSetup", 404, { code: "not-found", message: "Not found" });
      await renderApp(path);
      expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
      expect(screen.getByText(/It's in none of your workspaces \(Demo's workspace, Acme\)/)).toBeVisible();
      expect(screen.getByRole("main")).not.toHaveTextContent(/was deleted/);
      expect(localStorage.getItem("plumbline-workspace")).toBeNull();
    },
  );
});

describe("an incident leads back to the page that it was opened from", () => {
  const { timeline: _timeline, ...open } = anIncident();
  const now = { ...open, decision: null, recoveredOn: null };
  const incident = { id: "i1", isKnown: false, state: "new", rank: "0", sameDayChange: null, now } as const;
  const row = aRow({ incident });
  const crumb = async () => {
    const title = await screen.findByRole("heading", { level: 1, name: anIncident().finding.headline });
    return within(within(title.closest("header")!).getByRole("navigation")).getByRole("link");
  };

  beforeEach(() => {
    respond("getIncident", anIncident());
    respond("listIncidents", [open]);
    respond("listConnections", [aConnection()]);
    respond("listSetups", [aSetup()]);
    respond("listRuns", []);
    respond("listSetupRuns", []);
    const groups = [{ began: null, count: 1, incidents: [open] }];
    respond("getHome", [aConnectionState({ open: 1, unassigned: 1, groups })]);
    respond("listNames", someNewNames([aNewName({ kind: "renamed", explains: ["i1"] })]));
    respond("listDetectors", aCatalogue());
    respond("getSetup", aSetup());
    respond("listAnnotations", [{ ...open, annotation: { kind: "limit", percent: 45 } }]);
    respond("getDetectorResult", aDetectorResult({ rows: [row] }));
    hang("getCsvData");
    const counts = { alerts: 1, flagged: 1, new: 1 };
    const check = aReportDetector("event_count_change", { severity: "alert", counts, topRows: [row] });
    respond("getRunReport", aReport({ summary: summarizeRun([check]), detectors: [check] }));
  });

  it.each([
    ["/reports/r1", "Open incident", "Report"],
    ["/reports/r1?q=checkout", "Open incident", "Report"],
    ["/reports/r1/event_count_change", "Open incident", "Event count spike/drop"],
    ["/incidents?text=checkout", /^Checkout Started/, "Incidents"],
    ["/", /^Checkout Started/, "Home"],
    ["/data-settings/new?kind=renamed", "Explains 1 incident", "What's new"],
    ["/setups/s1", "Checkout Started", "Setup"],
  ])("%s", async (path, name, label) => {
    const app = await renderApp(path);
    await app.user.click((await screen.findAllByRole("link", { name }))[0]!);
    expect(await crumb()).toHaveTextContent(label);
    expect(app.location()).toBe("/incidents/i1");
    await app.user.click(await crumb());
    await waitFor(() => expect(app.location()).toBe(path));
  });
});
