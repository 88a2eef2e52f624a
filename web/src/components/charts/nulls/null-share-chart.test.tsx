import { ChakraProvider } from "@chakra-ui/react";
import type { NullSeries } from "@contract/results";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { NullShareChart } from "./null-share-chart";

const series = (change: Partial<NullSeries> = {}): NullSeries => ({
  kind: "nulls",
  days: Array.from({ length: 35 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 16 + index)).toISOString().slice(0, 10),
    rows: 100,
    absent: index > 31 ? 30 : 0,
    null: index > 31 ? 20 : 2,
    empty: 0,
    isFlagged: index > 31,
  })),
  tested: { from: "2026-11-13", to: "2026-11-19" },
  limitShare: 0.1,
  alertShare: 0.3,
  ...change,
});

const show = (shown: NullSeries) =>
  render(
    <ChakraProvider value={system}>
      <NullShareChart series={shown} severity="alert" />
    </ChakraProvider>,
  ).container;

it("draws the thresholds for a warning and an alert", () => {
  show(series());
  expect(screen.getByText("Warning from 10%")).toBeVisible();
  expect(screen.getByText("Alert from 30%")).toBeVisible();
});

it("draws one threshold if there is only one", () => {
  show(series({ alertShare: null }));
  expect(screen.getByText("Warning from 10%")).toBeVisible();
  expect(screen.queryByText(/^Alert from/)).toBeNull();
});

it("gives every kind of null the severity's color on flagged days", () => {
  const flagged = [...show(series()).querySelectorAll("rect[fill*=alert]")];
  const heights = flagged.map((bar) => Number(bar.getAttribute("height"))).filter((height) => height > 0);
  expect(heights).toHaveLength(6);
});
