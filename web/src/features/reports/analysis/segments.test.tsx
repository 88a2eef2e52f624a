import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { DetailedRow } from "@contract/results";
import { respond } from "@/testing/api-server";
import { renderApp, respondQuietly } from "@/testing/render-app";
import {
  aBreakdown,
  aCountSeries,
  aDetectorResult,
  aRow,
  aSegmentRow,
  someCsvData,
} from "@/testing/report-builders";

const path = "/reports/r1/event_property_null_rate";

beforeEach(respondQuietly);

async function open(row: DetailedRow, address = path) {
  respond("getDetectorResult", aDetectorResult({ id: row.detector, name: "Check", rows: [row] }));
  respond("getCsvData", someCsvData([row]));
  const app = await renderApp(address);
  return { ...app, detail: within(await screen.findByRole("region", { name: row.entity })) };
}
const panels = () => screen.queryByRole("list", { name: "By $os" });

it("shows a finding inside a segment by segment, with its name, small charts and origin", async () => {
  const { detail } = await open(aSegmentRow());
  expect(
    detail.getByText((_, node) => node?.textContent === "$os = Linux" && node.tagName === "SPAN"),
  ).toBeVisible();
  const names = within(panels()!)
    .getAllByRole("img")
    .map((chart) => chart.getAttribute("aria-label"));
  expect(names).toEqual([
    "Linux, 35 days: 0% to 75%",
    "Android, 35 days: 0% to 0%",
    "iOS, 35 days: 0% to 0%",
    "All other events, 35 days: 0% to 0%",
  ]);
  const table = within(
    detail.getByRole("table", { name: "Share of the missing values and of all events by $os" }),
  );
  expect(detail.getByRole("heading", { name: "Where the missing values come from" })).toBeVisible();
  expect(table.getByRole("row", { name: "Linux 98% 3% 0% to 75%" })).toBeVisible();
  expect(table.getByRole("row", { name: "Android 1% 60% 0% to 0%" })).toBeVisible();
});

it("says in figures and words which segment it is in", async () => {
  const { detail } = await open(aSegmentRow());
  expect(detail.getByText("Null on Linux, 3 days")).toBeVisible();
  expect(detail.getByText("Share of events").nextSibling).toHaveTextContent("3%");
  expect(detail.getByText(/^Missing on 75% of events on Linux since Nov 17, up from 0%/)).toBeVisible();
  expect(detail.getByText(/Look at what was released around Nov 17 where/)).toHaveTextContent(
    "where $os = Linux",
  );
});

it("switches between all events and segments, kept in the URL", async () => {
  const { user, location } = await open(aSegmentRow());
  await user.click(screen.getByRole("radio", { name: "All events" }));
  expect(panels()).toBeNull();
  expect(location()).toBe(`${path}?by=all`);
  expect(screen.getByRole("table", { name: /missing events|missing values/ })).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "By $os" }));
  expect(panels()).toBeVisible();
  expect(location()).toBe(path);
});

it("shows all events if no segment is named, and segments when asked", async () => {
  const segments = aBreakdown().segments.map((segment) => ({ ...segment, isNamed: false }));
  const row = aSegmentRow({
    segment: null,
    cause: null,
    causeDetail: null,
    breakdown: aBreakdown({ segments }),
  });
  const { user, location, unmount } = await open(row);
  expect(panels()).toBeNull();
  await user.click(screen.getByRole("radio", { name: "By $os" }));
  expect(location()).toBe(`${path}?by=%24os`);
  expect(panels()).toBeVisible();
  unmount();
  await open(row, `${path}?by=%24os`);
  expect(panels()).toBeVisible();
});

it("has no switch if segments are unknown", async () => {
  await open(aSegmentRow({ breakdown: null }));
  expect(screen.queryByRole("radiogroup", { name: "Segments" })).toBeNull();
});

it("shows events per day by segment for a drop, and what else explains it", async () => {
  const cause = {
    property: "$os",
    part: 0.95,
    usual: 0.4,
    values: [{ value: "Linux", part: 0.95, usual: 0.4 }],
  };
  const other = {
    property: "source",
    part: 0.9,
    usual: 0.5,
    values: [{ value: "feed", part: 0.9, usual: 0.5 }],
  };
  const segments = aBreakdown().segments.map((segment) =>
    segment.isNamed
      ? { ...segment, before: 260, after: 13, expectedDaily: segment.daily.map(() => 260) }
      : { ...segment, before: 80.4, after: 80.1 },
  );
  const { detail } = await open(
    aRow({
      series: aCountSeries(),
      causeDetail: { ...cause, others: [other] },
      breakdown: aBreakdown({ measure: "events", segments }),
    }),
    "/reports/r1/event_count_change",
  );
  expect(within(panels()!).getByRole("img", { name: "Linux, 35 days: −95%" })).toBeVisible();
  const table = detail.getByRole("table", { name: "Share of the missing events and of all events by $os" });
  expect(within(table).getByRole("row", { name: "Linux 98% 3% 260 to 13" })).toBeVisible();
  expect(
    detail.getByText("Also: 90% of the missing events have source = feed (50% of normal traffic)."),
  ).toBeVisible();
});

it("shows a segment root's number of findings instead of the figures of one", async () => {
  const root = aSegmentRow({
    entity: "$os = Linux",
    parent: null,
    cause: "$os = Linux",
    causeDetail: null,
  });
  respond("getDetectorResult", aDetectorResult({ id: root.detector, name: "Check", rows: [root] }));
  respond("getCsvData", someCsvData([root]));
  await renderApp(path);
  const detail = within(await screen.findByRole("region", { name: "Several findings" }));
  expect(detail.getByText("At once").nextSibling).toHaveTextContent("3 findings");
});
