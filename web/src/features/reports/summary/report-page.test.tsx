import { screen, waitFor, within } from "@testing-library/react";
import type { DetailedRow } from "@contract/results";
import type { RowCounts } from "@contract/runs";
import { summarizeRun } from "@contract/run-summary";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, hang, respond } from "@/testing/api-server";
import { anActiveRun, aNewName, aRun, aSetup, aSummary, someNewNames } from "@/testing/builders";
import {
  aCountSeries,
  aDetectorResult,
  aReport,
  aReportDetector,
  aRow,
  lastDay,
  someCsvData,
} from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(respondQuietly);

const verdict = async () => (await screen.findByRole("region", { name: "Verdict" })).querySelector("h2");

const checkout = aRow({ series: aCountSeries() });
const refund = aRow({
  entity: "refund_requested",
  state: "ongoing",
  severity: "warning",
  observed: 1014,
  expected: 456,
  change_pct: 122.4,
  change_pct_beyond_project: 122.4,
});
const search = aRow({
  entity: "search_performed",
  severity: "normal",
  state: "recovered",
  last_day: "2026-11-17",
  first_bad_day: "2026-11-13",
  reason: "Back inside the expected range since Nov 18.",
});
const currency = aRow({
  entity: "currency",
  parent: "add_to_cart",
  detector: "event_property_null_rate",
  severity: "warning",
  observed: 37.4,
  expected: 3.2,
  change_pct: 35,
  reason: "`currency`: 37% of the rows have no value.",
});

const withFindings = () =>
  aReport({
    summary: aSummary({ alerts: 1, warnings: 1, passed: 7 }),
    detectors: [
      aReportDetector("event_property_null_rate", {
        severity: "warning",
        counts: { flagged: 1, new: 1 },
        topRows: [currency],
      }),
      aReportDetector("event_count_change", {
        severity: "alert",
        counts: { flagged: 2, recovered: 1, new: 1, ongoing: 1 },
        topRows: [checkout, refund, search],
      }),
      aReportDetector("user_profile_count_change", {
        severity: "inconclusive",
        reason: "baseline being recorded: 2 daily snapshots.",
      }),
    ],
  });

/** Responds with a report in which only event counts has findings. */
const reportCounts = (counts: Partial<RowCounts>, topRows: DetailedRow[]) =>
  respond(
    "getRunReport",
    aReport({
      summary: aSummary({ alerts: 1 }),
      detectors: [aReportDetector("event_count_change", { severity: "alert", counts, topRows })],
    }),
  );

it("folds known findings, counts them separately, and links to each incident", async () => {
  const now = {
    detectorState: "ongoing",
    status: "acknowledged",
    assignee: { uid: "u", name: "Ana" },
    mute: null,
    closedAs: null,
    decision: {
      status: "acknowledged",
      by: { uid: "u2", name: "Ben" },
      at: "2026-11-10T12:00:00.000Z",
    },
    recoveredOn: null,
  } as const;
  const acknowledged = {
    ...refund,
    incident: { id: "i2", isKnown: true, state: "ongoing" as const, rank: "0", sameDayChange: null, now },
  };
  const worse = {
    ...checkout,
    state: "escalating" as const,
    incident: {
      id: "i1",
      isKnown: false,
      state: "escalating" as const,
      rank: "0",
      sameDayChange: null,
      now: { ...now, status: "open", detectorState: "escalating" } as const,
    },
  };
  const counts = { alerts: 1, flagged: 1, worse: 1, known: 1 };
  const detector = aReportDetector("event_count_change", {
    severity: "alert",
    counts,
    topRows: [worse, acknowledged],
  });
  respond("getRunReport", aReport({ summary: summarizeRun([detector]), detectors: [detector] }));
  const app = await renderApp("/reports/r1");
  expect(await verdict()).toHaveTextContent("1 alert in 1 check, 1 known");
  expect(screen.getAllByText("Worse")[0]).toBeVisible();
  const broken = screen.getByRole("region", { name: "What broke" });
  expect(within(broken).queryByRole("link", { name: /refund_requested/ })).toBeNull();
  expect(
    screen.getByText(/Acknowledged by Ben on Nov 10, reopened because it got worse · Assigned to Ana/),
  ).toBeVisible();
  const known = screen.getByText(/Acknowledged by Ben on Nov 10 · Assigned to Ana/);
  expect(known).not.toBeVisible();
  await app.user.click(screen.getByText("1 acknowledged", { selector: "summary *" }));
  expect(known).toBeVisible();
  const links = screen
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href") ?? ""}`);
  expect(links.filter((link) => link.startsWith("Open incident "))).toEqual([
    "Open incident /incidents/i1",
    "Open incident /incidents/i2",
  ]);
  // A finding's name opens its analysis, whether or not its incident is known.
  for (const [place, { entity }] of [checkout, refund].entries())
    expect(links).toContain(`${entity} /reports/r1/event_count_change?row=${place}`);
});

describe("a report with findings", () => {
  it("shows what uses the broken events", async () => {
    const uses = { readAt: "2026-11-20T06:00:00.000Z", isComplete: true, events: [], userProperties: [] };
    const use = { counts: { dashboard: 1, funnel: 1 }, views: 340 };
    const eventProperties = [{ event: "add_to_cart", property: "currency", use }];
    respond("listUses", { ...uses, eventProperties });
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    expect(await screen.findByText("Used by 1 dashboard, 1 funnel; 340 views")).toBeVisible();
  });

  it("states the verdict in a sentence and counts new findings", async () => {
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    expect(await verdict()).toHaveTextContent("1 alert and 1 warning in 9 checks");
    expect(
      screen.getByText(
        "Checks the last 7 days (Nov 13–19) against the 4 to 8 weeks before. Compared with the run of Nov 16, 2026.",
      ),
    ).toBeVisible();
    const region = within(screen.getByRole("region", { name: "Verdict" }));
    for (const [word, count] of [
      ["new", "2"],
      ["ongoing", "1"],
      ["recovered", "1"],
    ] as const)
      expect(region.getByText(word).parentElement).toHaveTextContent(count);
  });

  it("has one cell per check in fixed order, each with its severity in words", async () => {
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    const cells = within(await screen.findByRole("navigation", { name: "Checks" })).getAllByRole("link");
    expect(cells).toHaveLength(9);
    expect(cells[0]).toHaveTextContent("Check event_count_changeAlert");
    expect(cells[3]).toHaveTextContent("Warning");
    expect(cells[8]).toHaveTextContent("Inconclusive");
  });

  it("puts alerts before warnings, each row with its figures", async () => {
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    const counts = await screen.findByRole("region", { name: "Check event_count_change" });
    const nulls = screen.getByRole("region", { name: "Check event_property_null_rate" });
    expect(counts.compareDocumentPosition(nulls)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(counts).toHaveTextContent("2 findings in 231 events; threshold 30%");
    for (const text of [
      "3,655 events in 3 days, 61% below the expected 9,474. The normal range is 12% below to 14% above.",
      "8,320–10,790",
      "−61%",
      "+122%",
      "Nov 13–17",
      "Ongoing",
    ])
      expect(counts).toHaveTextContent(text);
    for (const text of ["on add_to_cart", "37%", "+34\u00a0pts"])
      expect(nulls).toHaveTextContent(text.replace("\u00a0", " "));
    expect(within(counts).getByRole("link", { name: "refund_requested" })).toHaveAttribute(
      "href",
      "/reports/r1/event_count_change?row=1",
    );
  });

  it("lists checks without findings with the reason and a link to the details", async () => {
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    const quiet = within(await screen.findByRole("region", { name: "Checks without findings" }));
    expect(quiet.getByText("Baseline being recorded: 2 daily snapshots.")).toBeVisible();
    expect(quiet.getAllByText(/^231 .* checked, no findings$/)).toHaveLength(6);
    expect(quiet.getAllByRole("link", { name: /View Details.*Check/ })).toHaveLength(7);
    // Said beside each check's findings: here it would read as if it were of all checks.
    expect(screen.queryByText(/false alarm/)).not.toBeInTheDocument();
  });

  it("opens with the most important findings in words, one per cause, each a link", async () => {
    const cause = {
      property: "$os",
      values: [{ value: "iOS", part: 0.97, usual: 0.62 }],
      part: 0.97,
      usual: 0.62,
      others: [],
    };
    const small = aRow({ entity: "small_event", observed: 10, expected: 40, causeDetail: cause });
    const big = aRow({ causeDetail: cause });
    const others = ["a", "b", "c"].map((entity, index) =>
      aRow({ entity, severity: "warning", observed: 100 + index, expected: 200 }),
    );
    const sameDayChange = { kind: "annotation", name: "Checkout v2 live" } as const;
    others[0]!.incident = { id: "i1", isKnown: false, state: "new", rank: "1", sameDayChange, now: null };
    reportCounts({ flagged: 5, new: 5 }, [...others, small, big]);
    await renderApp("/reports/r1");
    const list = within(await screen.findByRole("list", { name: "Most important findings" }));
    const items = list.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items).toEqual([
      "Alert: checkout_completed down 61% since Nov 17, almost all on iOS" +
        "97% of the missing events have $os = iOS (62% of normal traffic). 1 more finding with the same cause.",
      "Warning: a down 50% since Nov 17Began the day of “Checkout v2 live”.",
      "Warning: b down 50% since Nov 17",
    ]);
    expect(list.getByRole("link", { name: /^checkout_completed/ })).toHaveAttribute(
      "href",
      "/reports/r1/event_count_change?row=4",
    );
    expect(screen.getByText("5 findings began on one day")).toBeVisible();
  });

  it("sorts findings by impact or date, and filters them by severity and name", async () => {
    const rows = [
      aRow({ entity: "small", severity: "warning", observed: 90, expected: 100, first_bad_day: lastDay }),
      aRow({ entity: "large", severity: "warning", observed: 100, expected: 900 }),
      aRow({ entity: "worst", observed: 5, expected: 20 }),
    ];
    reportCounts({ flagged: 3, new: 3 }, rows);
    const { user, location } = await renderApp("/reports/r1");
    const region = within(await screen.findByRole("region", { name: "Check event_count_change" }));
    const names = () =>
      region.getAllByRole("link", { name: /^(small|large|worst)$/ }).map((link) => link.textContent);
    expect(names()).toEqual(["worst", "large", "small"]);

    await user.selectOptions(screen.getByRole("combobox", { name: "Order" }), "Latest first");
    expect(names()).toEqual(["small", "worst", "large"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Severity" }), "Warnings");
    expect(names()).toEqual(["small", "large"]);
    await user.type(screen.getByRole("searchbox", { name: "Search findings" }), "LAR");
    expect(names()).toEqual(["large"]);
    expect(location()).toBe("/reports/r1?sort=recent&severity=warning&q=LAR");
    await user.type(screen.getByRole("searchbox", { name: "Search findings" }), "x");
    expect(screen.getByText("No findings match.")).toBeVisible();
  });

  it("says how fresh the data is, and links to the setup and the neighboring runs", async () => {
    respond("getRunReport", withFindings());
    respond("getSetup", aSetup());
    respond("listSetupRuns", [
      aRun({ id: "r2" }),
      aRun(),
      aRun({ id: "failed", summary: null }),
      aRun({ id: "r0" }),
    ]);
    await renderApp("/reports/r1");
    expect(await screen.findByText("Data through Nov 19 (America/New_York)")).toBeVisible();
    const href = async (name: string) =>
      (await screen.findAllByRole("link", { name }))[0]!.getAttribute("href");
    expect(await href("View setup")).toBe("/setups/s1");
    expect(await href("Previous run")).toBe("/reports/r0");
    expect(await href("Next run")).toBe("/reports/r2");
  });

  it("can be rerun from its report", async () => {
    respond("getRunReport", withFindings());
    respond("getSetup", aSetup());
    const started = respond("startRun", { id: "r2", status: "pending", setupId: "s1" });
    const { user } = await renderApp("/reports/r1");
    await user.click((await screen.findAllByRole("button", { name: "Rerun" }))[0]!);
    await waitFor(() => expect(started).toHaveLength(1));
  });

  it("offers no rerun while it is running", async () => {
    respond("getRunReport", { ...withFindings(), status: "running", summary: null });
    respond("getSetup", aSetup());
    await renderApp("/reports/r1");
    expect((await screen.findAllByRole("link", { name: "View setup" }))[0]).toBeVisible();
    expect(screen.queryByRole("button", { name: "Rerun" })).toBeNull();
  });

  it("exports the findings of all checks as one file", async () => {
    respond("getRunReport", withFindings());
    const asked = respond("getCsvData", someCsvData([checkout]));
    const saved: Blob[] = [];
    vi.stubGlobal(
      "URL",
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { user } = await renderApp("/reports/r1");
    await user.click((await screen.findAllByRole("button", { name: "Export findings" }))[0]!);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(asked.map(({ params }) => params.detectorId).sort()).toEqual([
      "event_count_change",
      "event_property_null_rate",
    ]);
    click.mockRestore();
  });

  it("filters by state, kept in the URL", async () => {
    respond("getRunReport", withFindings());
    const { user, location } = await renderApp("/reports/r1");
    await user.click(await screen.findByRole("radio", { name: "Recovered 1" }));
    const findings = within(screen.getByRole("region", { name: "Findings" }));
    expect(findings.getByText("search_performed")).toBeVisible();
    expect(findings.queryByText("checkout_completed")).toBeNull();
    expect(location()).toBe("/reports/r1?show=recovered");
    await user.click(screen.getByRole("radio", { name: "All 4" }));
    expect(location()).toBe("/reports/r1");
  });

  it("shows a change of the whole project separately", async () => {
    const project = aRow({
      entity: "(project)",
      severity: "warning",
      first_bad_day: "2026-11-15",
      last_day: "2026-11-15",
      change_pct: -36.1,
      reason: "All activity −36%: holiday, outage, SDK release or billing.",
    });
    reportCounts({ flagged: 1, new: 1 }, [project]);
    await renderApp("/reports/r1");
    const row = await screen.findByRole("region", { name: "Whole project" });
    expect(row).toHaveTextContent("All activity down 36% on Nov 15");
    expect(row).toHaveTextContent("The typical event was 36% below what was expected on Nov 15.");
    expect(screen.getByText(/1 finding in 231 events, project-wide/)).toBeVisible();
  });

  it("shows five that fell on the same days as one expandable entry", async () => {
    const rows = ["a", "b", "c", "d", "e"].map((entity) => aRow({ entity, last_day: "2026-11-18" }));
    reportCounts({ flagged: 5, new: 5 }, rows);
    await renderApp("/reports/r1");
    const entry = await screen.findByText("5 events fell together on Nov 17–18 and have recovered");
    expect(entry.closest("details")).not.toHaveAttribute("open");
    expect(within(entry.closest("details")!).getAllByRole("listitem", { hidden: true })).toHaveLength(5);
  });

  describe("that came without all of its findings", () => {
    const rows = ["a", "b", "c", "d", "e", "f"].map((entity) => aRow({ entity, last_day: "2026-11-18" }));
    const some = () => reportCounts({ flagged: 6, new: 6 }, rows.slice(0, 2));

    it("loads the others when asked, and then groups and counts them all", async () => {
      some();
      const calls = respond("getDetectorResult", aDetectorResult({ rows, counts: { flagged: 6 } }));
      const { user } = await renderApp("/reports/r1");
      const broken = within(await screen.findByRole("region", { name: "What broke" }));
      expect(broken.getByText("4 more findings in the checks below.")).toBeVisible();
      expect(calls).toHaveLength(0);
      await user.click(screen.getByRole("button", { name: /^Show 4 more findings/ }));
      expect(await screen.findByText("6 events fell together on Nov 17–18 and have recovered")).toBeVisible();
      expect(screen.queryByRole("button", { name: /more findings/ })).toBeNull();
      expect(broken.queryByText(/in the checks below/)).toBeNull();
    });

    it("keeps the check under a filter that none of its known findings matches", async () => {
      some();
      await renderApp("/reports/r1?show=ongoing");
      expect(await screen.findByRole("button", { name: /^Show 4 more findings/ })).toBeVisible();
    });

    it("says where the rest is if the analysis doesn't have all either", async () => {
      some();
      respond("getDetectorResult", aDetectorResult({ rows: rows.slice(0, 5), counts: { flagged: 6 } }));
      const { user } = await renderApp("/reports/r1");
      await user.click(await screen.findByRole("button", { name: /^Show 4 more findings/ }));
      expect(await screen.findByText(/1 more finding in the CSV file of/)).toBeVisible();
    });

    it("offers a retry if they can't be read", async () => {
      some();
      fail("getDetectorResult", 500, { code: "internal", message: "x" });
      const { user } = await renderApp("/reports/r1");
      await user.click(await screen.findByRole("button", { name: /^Show 4 more findings/ }));
      await screen.findByRole("alert");
      respond("getDetectorResult", aDetectorResult({ rows, counts: { flagged: 6 } }));
      await user.click(screen.getByRole("button", { name: "Try again" }));
      expect(await screen.findByText("6 events fell together on Nov 17–18 and have recovered")).toBeVisible();
    });
  });

  it("shows what broke at a glance, each part linking to its row", async () => {
    respond("getRunReport", withFindings());
    await renderApp("/reports/r1");
    const card = within(await screen.findByRole("region", { name: "What broke" }));
    expect(card.getByText("3 findings began on one day")).toBeVisible();
    expect(card.getByText("Storefront production")).toBeVisible();
    expect(
      card.getByRole("link", { name: /^Warning: *currency +on add_to_cart +null \+34\spts$/ }),
    ).toHaveAttribute("href", "/reports/r1/event_property_null_rate?row=0");
    expect(card.getByRole("link", { name: /^Warning: *refund_requested +count \+122%$/ })).toHaveAttribute(
      "href",
      "/reports/r1/event_count_change?row=1",
    );
    expect(card.queryByText("search_performed")).toBeNull();
  });
});

describe("a report without findings", () => {
  it("says so", async () => {
    respond("getRunReport", aReport());
    await renderApp("/reports/r1");
    expect(await verdict()).toHaveTextContent("No Specific Issues Identified");
    expect(screen.queryByRole("radiogroup")).toBeNull();
    expect(screen.queryByRole("region", { name: "What broke" })).toBeNull();
  });

  it("doesn't call it fine if nothing could be checked", async () => {
    respond("getRunReport", aReport({ summary: aSummary({ passed: 0, inconclusive: 9 }) }));
    await renderApp("/reports/r1");
    expect(await verdict()).toHaveTextContent("No verdict yet from 9 checks");
  });
});

describe("a run without a report", () => {
  beforeEach(() => void respond("getSetup", aSetup()));
  const without = (change: Parameters<typeof aReport>[0]) =>
    aReport({ summary: null, window: null, comparedWith: null, rowsAnalysed: null, ...change });

  it("shows the progress the poll saw last, and can be cancelled", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    respond(
      "getRunReport",
      without({
        status: "running",
        finishedAt: null,
        progress: { step: "Reading days", done: 2, total: 63 },
      }),
    );
    const cancelled = respond("cancelRun", without({ status: "cancelled" }));
    const { user } = await renderApp("/reports/r1");
    await waitFor(() => expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "41"));
    await user.click(screen.getByRole("button", { name: "Cancel Run" }));
    await waitFor(() => expect(cancelled).toHaveLength(1));
  });

  it("says why it failed", async () => {
    respond(
      "getRunReport",
      without({ status: "failed", error: { code: "403", message: "Mixpanel refused access." } }),
    );
    await renderApp("/reports/r1");
    expect(await screen.findByRole("alert")).toHaveTextContent("Run failedMixpanel refused access.");
  });

  it("links to its connection if that has to change", async () => {
    const error = { code: "credentials", message: "Mixpanel rejected the service account." };
    respond("getRunReport", without({ status: "failed", error }));
    const { location, user } = await renderApp("/reports/r1");
    await user.click(await screen.findByRole("link", { name: "Edit connection" }));
    await waitFor(() => expect(location()).toBe("/connections?edit=c1"));
  });

  it("links to its setup, or says that it was deleted", async () => {
    respond("getRunReport", without({ status: "failed", error: { code: "403", message: "No." } }));
    respond("getSetup", aSetup());
    const { unmount } = await renderApp("/reports/r1");
    expect(await screen.findByRole("link", { name: "View setup" })).toHaveAttribute("href", "/setups/s1");
    unmount();
    fail("getSetup", 404, { code: "not-found", message: "Setup not found" });
    await renderApp("/reports/r1");
    expect(await screen.findByText("Its setup was deleted.")).toBeVisible();
    expect(screen.queryByRole("link", { name: "View setup" })).toBeNull();
  });

  it("says who cancelled it and when", async () => {
    respond(
      "getRunReport",
      without({ status: "cancelled", error: { code: "cancelled", message: "Cancelled by you." } }),
    );
    await renderApp("/reports/r1");
    expect(await screen.findByText(/^Cancelled by you on Nov \d+, 2026, \d\d:\d\d [AP]M\.$/)).toBeVisible();
  });

  it("names the failed checks of a partial one, once for each reason", async () => {
    respond(
      "getRunReport",
      aReport({
        status: "partial",
        detectors: [
          aReportDetector("event_stopped", { severity: "failed", reason: "the counts were not read." }),
          aReportDetector("user_property_stopped", { severity: "failed", reason: "access was denied." }),
          aReportDetector("user_property_null_rate", { severity: "failed", reason: "access was denied." }),
        ],
      }),
    );
    await renderApp("/reports/r1");
    expect(await screen.findByText("Partial: 3 of 9 checks failed")).toBeVisible();
    expect(screen.getByText("Check event_stopped: The counts were not read.")).toBeVisible();
    expect(
      screen.getByText("Check user_property_stopped, Check user_property_null_rate: Access was denied."),
    ).toBeVisible();
  });
});

describe("what can go wrong", () => {
  it("shows placeholders while the report loads", async () => {
    hang("getRunReport");
    await renderApp("/reports/r1");
    expect(await screen.findByRole("status", { name: "Loading report" })).toBeInTheDocument();
  });

  it("has a page for a run that doesn't exist", async () => {
    fail("getRunReport", 404, { code: "not-found", message: "Run not found" });
    await renderApp("/reports/r1");
    expect(await screen.findByText("Run not found")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Run History" })).toHaveAttribute("href", "/runs");
  });

  it("offers a retry", async () => {
    fail("getRunReport", 500, { code: "internal", message: "Something broke" });
    const { user } = await renderApp("/reports/r1");
    expect(await screen.findByRole("alert")).toHaveTextContent("Something broke");
    respond("getRunReport", aReport());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await verdict()).toHaveTextContent("No Specific Issues Identified");
  });
});

it("lists what the run was the first to notice about names, and links to all of it", async () => {
  respond("getRunReport", aReport());
  const many = Array.from({ length: 7 }, (_, at) => aNewName({ id: `n${at}`, label: `Quiz ${at}` }));
  const calls = respond("listNames", someNewNames(many));
  const { unmount } = await renderApp("/reports/r1");
  const card = within(await screen.findByRole("region", { name: "New in your tracking" }));
  expect(card.getAllByRole("listitem")).toHaveLength(5);
  expect(card.getByRole("link", { name: "What's new" })).toHaveAttribute(
    "href",
    expect.stringContaining("/data-settings/new?connection="),
  );
  expect(calls[0]!.query.get("runId")).toBe(aReport().id);
  unmount();
  respond("listNames", someNewNames([]));
  await renderApp("/reports/r1");
  await verdict();
  expect(screen.queryByText("New in your tracking")).toBeNull();
});

it("says in the first report which names count as planned, unless another run has noticed some", async () => {
  respond("getRunReport", aReport({ comparedWith: null }));
  for (const list of ["listChannels", "listRoutes", "listMembers", "listInvitations"] as const)
    respond(list, []);
  respond("listNames", someNewNames([]));
  const { queryClient } = await renderApp("/reports/r1");
  const card = within(await screen.findByRole("region", { name: "New in your tracking" }));
  const planned =
    "61 events and 284 properties count as planned. New names appear here from the next run on.";
  expect(card.getByText(planned)).toBeVisible();
  respond("listNames", someNewNames([aNewName({ kind: "renamed", label: "Quiz → quiz" })]));
  await queryClient.invalidateQueries();
  expect(await card.findAllByRole("listitem")).toHaveLength(1);
  expect(card.getByText(planned)).toBeVisible();
  // A connection's first run finds no name new, so another setup's was before.
  respond("listNames", someNewNames([aNewName()]));
  await queryClient.invalidateQueries();
  await waitFor(() => expect(card.queryByText(planned)).toBeNull());
  expect(card.getByText("Quiz Done")).toBeVisible();
  respond("listNames", someNewNames([], { counts: { new: 1, approved: 0, ignored: 0, excluded: 0 } }));
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByText("New in your tracking")).toBeNull());
});
