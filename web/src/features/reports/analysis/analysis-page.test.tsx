import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aCountSeries, aDetectorResult, aRow, someCsvData } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const path = "/reports/r1/event_count_change";
const first = aRow({
  series: aCountSeries(),
  cause: "97% of the missing events have $os = iOS (62% of normal traffic)",
  causeDetail: {
    property: "$os",
    values: [{ value: "iOS", part: 0.97, usual: 0.62 }],
    part: 0.97,
    usual: 0.62,
    others: [],
  },
});
const second = aRow({
  entity: "refund_requested",
  observed: 1014,
  expected: 456,
  change_pct: 122.4,
  change_pct_beyond_project: 122.4,
  series: aCountSeries(),
});

beforeEach(respondQuietly);

const answer = (rows = [first, second]) => {
  respond("getDetectorResult", aDetectorResult({ rows, counts: { flagged: rows.length } }));
  respond("getCsvData", someCsvData(rows));
};

describe("an alert", () => {
  it("shows the first row in full: reason, figures, cause", async () => {
    answer();
    await renderApp(path);
    const detail = await screen.findByRole("region", { name: "checkout_completed" });
    for (const text of [
      "Observed, 3 days3,655",
      "Expected range, 3 days8,320–10,790",
      "Change−61%",
      "Normal variation of a day±9%",
    ])
      expect(detail).toHaveTextContent(text);
    const cause = within(detail).getByRole("table", { name: /missing events and of normal traffic/ });
    expect(within(cause).getByRole("row", { name: "$os = iOS 97% 62%" })).toBeVisible();
    expect(screen.getByText(/Checks the last 7 days against the 8 weeks before/)).toBeVisible();
  });

  it("marks changes near the first bad day in the chart", async () => {
    const series = aCountSeries();
    const { day } = series.days.at(-2)!;
    answer([
      aRow({
        series,
        incident: {
          id: "i1",
          isKnown: false,
          state: "ongoing" as const,
          rank: "0",
          sameDayChange: null,
          now: null,
        },
      }),
    ]);
    respond("getIncidentContext", {
      usedBy: null,
      changes: [
        {
          kind: "release",
          day,
          daysAfterOnset: 0,
          hoursAfterOnset: null,
          title: "Android 4.2.0 released",
          detail: null,
          url: null,
          isMostLikely: false,
        },
        {
          kind: "setup",
          day,
          daysAfterOnset: 0,
          hoursAfterOnset: null,
          title: "Setup edited",
          detail: null,
          url: null,
          isMostLikely: false,
        },
      ],
      window: { from: day, to: day },
      mixpanelUrl: "https://mixpanel.com/project/1/app/events",
    });
    await renderApp(path);
    expect(await screen.findByText("Android 4.2.0 released")).toBeInTheDocument();
    expect(screen.queryByText("2 changes")).toBeNull();
  });

  it("opens the hours of the day on which it began", async () => {
    const usual = Array<number>(24).fill(40);
    const ofDay = {
      observed: usual.map((rows, hour) => (hour < 14 ? rows : 8)),
      expected: usual,
      low: usual,
      high: usual,
    };
    const hours = {
      day: "2026-11-17",
      hours: 10,
      untilHour: "24:00",
      ofDay,
      ofDayBefore: { ...ofDay, observed: usual },
      arriving: [],
    };
    answer([aRow({ series: aCountSeries(), hours })]);
    const { user } = await renderApp(path);
    const button = await screen.findByRole("button", { name: "Show hours" });
    expect(screen.queryByRole("table", { name: "Events per hour" })).toBeNull();
    button.focus();
    await user.keyboard("{Enter}");
    // The day is whole, so it doesn't say until which hour it was tested.
    expect(screen.getByRole("application", { name: /^Events per hour(?!, tested)/ })).toBeInTheDocument();
    expect(screen.getByText("Flagged hours")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^Nov 17, 14:00 8 40/ })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^Nov 16, 14:00 40 40/ })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Hide hours" }));
    expect(screen.queryByRole("table", { name: "Events per hour" })).toBeNull();
  });

  it("has no legend of flagged hours if the finding's hour can't be told", async () => {
    const ofDay = {
      observed: Array.from({ length: 24 }, () => 8),
      expected: Array.from({ length: 24 }, () => 40),
      low: Array.from({ length: 24 }, () => 30),
      high: Array.from({ length: 24 }, () => 50),
    };
    const hours = {
      day: "2026-11-17",
      hours: 0,
      untilHour: "24:00",
      ofDay,
      ofDayBefore: ofDay,
      arriving: [],
    };
    answer([aRow({ series: aCountSeries(), hours })]);
    const { user } = await renderApp(path);
    await user.click(await screen.findByRole("button", { name: "Show hours" }));
    expect(screen.getByRole("application", { name: /^Events per hour(?!, tested)/ })).toBeInTheDocument();
    expect(screen.queryByText("Flagged hours")).toBeNull();
  });

  it("says that hours aren't stored, and nothing of them for findings that have none", async () => {
    answer([aRow({ series: aCountSeries(), hours: null }), second]);
    const { user } = await renderApp(path);
    expect(await screen.findByText("Hours aren't stored for this day.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /refund_requested/ }));
    expect(screen.queryByText(/Hours aren't stored/)).toBeNull();
  });

  it("shows the selected row, and puts it in the URL", async () => {
    answer();
    const { user, location } = await renderApp(path);
    await user.click(await screen.findByRole("button", { name: /refund_requested/ }));
    const detail = await screen.findByRole("region", { name: "refund_requested" });
    expect(detail).toHaveTextContent("+122%");
    expect(location()).toBe(`${path}?row=1`);
  });

  it("opens at the row in the URL, or at the first if that doesn't exist", async () => {
    answer();
    const { unmount } = await renderApp(`${path}?row=1`);
    expect(await screen.findByRole("region", { name: "refund_requested" })).toBeVisible();
    unmount();
    await renderApp(`${path}?row=99`);
    expect(await screen.findByRole("region", { name: "checkout_completed" })).toBeVisible();
  });

  it("shows the file's table with its own column names", async () => {
    answer();
    await renderApp(path);
    const table = await screen.findByRole("table", { name: "Findings of Event count spike/drop" });
    expect(within(table).getByRole("columnheader", { name: "change_pct_beyond_project" })).toBeVisible();
    expect(
      within(table).getByRole("row", { name: /^Alert new checkout_completed .* 3,655 9,474 −61.4/ }),
    ).toBeVisible();
    expect(screen.getByText("2 findings, 231 events checked")).toBeVisible();
  });

  it("draws each row's series in the table, and links a row to its detail", async () => {
    answer();
    const { user, location } = await renderApp(path);
    const table = within(await screen.findByRole("table", { name: "Findings of Event count spike/drop" }));
    expect(table.getByRole("columnheader", { name: "Last 4 weeks" })).toBeVisible();
    for (const row of table.getAllByRole("row").slice(1))
      expect(row.querySelector("svg path")).not.toBeNull();
    await user.click(table.getByRole("button", { name: "refund_requested" }));
    expect(location()).toBe(`${path}?row=1`);
    expect(document.activeElement).toContainElement(screen.getByRole("region", { name: "refund_requested" }));
  });

  it("says that nothing specific is wrong when every finding has recovered", async () => {
    answer([aRow({ severity: "normal", state: "recovered", last_day: "2026-11-18" })]);
    await renderApp(path);
    expect(await screen.findByText("No Specific Issues Identified")).toBeVisible();
  });

  it("has no such column if there is nothing to draw", async () => {
    answer([aRow(), aRow({ entity: "refund_requested" })]);
    await renderApp(path);
    await screen.findByRole("columnheader", { name: "entity" });
    expect(screen.queryByRole("columnheader", { name: "Last 4 weeks" })).toBeNull();
  });

  it("shows a long table a hundred rows at a time", async () => {
    answer(Array.from({ length: 101 }, (_, index) => aRow({ entity: `event ${index}` })));
    const { user } = await renderApp(path);
    const button = await screen.findByText("Show 1 more CSV row");
    // Not by role: reading the names of thousands of cells takes seconds.
    const rows = () => document.querySelectorAll("tbody tr:has(> th[scope=row])");
    const before = rows().length;
    await user.click(button);
    expect(rows()).toHaveLength(before + 1);
  });

  it("shows the note of a truncated table", async () => {
    answer();
    respond("getCsvData", someCsvData([first], { note: "1,000 of 1,400 rows are shown." }));
    await renderApp(path);
    expect(await screen.findByText("1,000 of 1,400 rows are shown.")).toBeVisible();
  });

  it("keeps the chart if only the table can't be read", async () => {
    answer();
    fail("getCsvData", 500, { code: "internal", message: "x" });
    await renderApp(path);
    expect(await screen.findByText("Unable to Load Analysis Results")).toBeVisible();
    expect(screen.getByRole("application", { name: /^Events per day/ })).toBeVisible();
  });
});

describe("a check without findings", () => {
  it("offers only the download when it is normal", async () => {
    respond("getDetectorResult", aDetectorResult({ severity: "normal", rows: [], counts: { flagged: 0 } }));
    await renderApp(path);
    expect(await screen.findByText("No Specific Issues Identified")).toBeVisible();
    expect(
      screen.getByText("All 231 events stayed within their expected range from Nov 13 to Nov 19."),
    ).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Download CSV" })).toHaveLength(1);
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("says why it is inconclusive", async () => {
    respond(
      "getDetectorResult",
      aDetectorResult({ severity: "inconclusive", reason: "low volume: 3 rows expected.", rows: [] }),
    );
    await renderApp(path);
    expect(await screen.findByText("Low volume: 3 rows expected.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Download CSV" })).toBeVisible();
  });

  it("shows how much of a baseline is recorded, and when the check can start", async () => {
    const reason = "baseline being recorded.";
    const recorded = { known: 2, needed: 8 };
    respond("getDetectorResult", aDetectorResult({ severity: "inconclusive", reason, recorded, rows: [] }));
    await renderApp(path);
    expect(await screen.findByRole("img", { name: "2 of 8 daily snapshots recorded" })).toBeVisible();
    expect(screen.getByText("With a run every day, this check starts on Nov 26, 2026.")).toBeVisible();
  });

  it("says why it failed, and has nothing to download", async () => {
    respond(
      "getDetectorResult",
      aDetectorResult({ severity: "failed", reason: "access was denied.", rows: [] }),
    );
    await renderApp(path);
    expect(await screen.findByRole("alert")).toHaveTextContent("Access was denied.");
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });
});

describe("the download", () => {
  const press = async () => {
    const { user } = await renderApp(path);
    await user.click((await screen.findAllByRole("button", { name: "Download CSV" }))[0]!);
    return user;
  };

  it("passes the link to the browser", async () => {
    answer();
    respond("getDownload", { downloadUrl: "https://files.test/a.csv?sig=1", fileName: "a.csv" });
    const clicked: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(`${this.href} ${this.download}`);
    });
    await press();
    await waitFor(() => expect(clicked).toEqual(["https://files.test/a.csv?sig=1 a.csv"]));
    click.mockRestore();
  });

  it.each([
    [401, {}, "You are not authorized to download this report"],
    [404, { code: "not-found" }, "CSV report not found"],
    [500, { message: "bucket is down" }, "Failed to get download URL: bucket is down"],
  ])("explains a %d", async (status, body, problem) => {
    answer();
    fail("getDownload", status, body);
    await press();
    expect(await screen.findByRole("alert")).toHaveTextContent(`Failed to download CSV report: ${problem}`);
  });

  it.each([
    ["an empty link", { downloadUrl: "", fileName: "a.csv" }],
    ["no link at all", { fileName: "a.csv" }],
  ])("says so on %s", async (_case, body) => {
    answer();
    respond("getDownload", body as { downloadUrl: string; fileName: string });
    await press();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to download CSV report: No download URL received",
    );
  });

  it("can be retried after a failure", async () => {
    answer();
    fail("getDownload", 404);
    const user = await press();
    await screen.findByRole("alert");
    respond("getDownload", { downloadUrl: "https://files.test/a.csv", fileName: "a.csv" });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementationOnce(() => {});
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

describe("what can go wrong", () => {
  it("says that the analysis cannot be loaded", async () => {
    fail("getDetectorResult", 500, { code: "internal", message: "x" });
    await renderApp(path);
    expect(await screen.findByRole("alert")).toHaveTextContent("Unable to Load Analysis Results");
  });

  it.each([["/reports/r1/no_such_check"], ["/reports/r1/..%2Fcsv"]])(
    "knows no check of %s",
    async (unknown) => {
      await renderApp(unknown);
      expect(await screen.findByText("Check not found")).toBeVisible();
    },
  );

  it("has a page for a run that is not there", async () => {
    fail("getDetectorResult", 404, { code: "not-found", message: "Run not found" });
    await renderApp(path);
    expect(await screen.findByText("Analysis not found")).toBeVisible();
  });
});
