import { ChakraProvider } from "@chakra-ui/react";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { aCountSeries } from "@/testing/report-builders";
import { system } from "@/theme/system";
import { CountChart } from "./count-chart";
import { seriesTable } from "../series-rows";
import { SeriesTable } from "../plot/series-table";

const show = () =>
  render(
    <ChakraProvider value={system}>
      <CountChart series={aCountSeries()} title="Events per day" />
      <SeriesTable {...seriesTable(aCountSeries(), "Events per day", "events")} />
    </ChakraProvider>,
  );
const chart = () => screen.getByRole("application", { name: /^Events per day, 35 days, 3 flagged/ });

describe("the chart's keyboard", () => {
  const user = userEvent.setup();
  beforeEach(async () => {
    show();
    chart().focus();
  });
  const said = () => screen.getByRole("status").textContent;

  it("announces nothing before a key moves it", () => expect(said()).toBe(""));

  it("moves by a day with left and right, within the chart", async () => {
    await user.keyboard("{ArrowLeft}");
    expect(said()).toBe("Wed, Nov 18, 2026, observed 400, expected 1,000, range 800–1,200, flagged −60%");
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(said()).toContain("Thu, Nov 19, 2026");
  });

  it("jumps to the ends", async () => {
    await user.keyboard("{Home}");
    expect(said()).toBe("Fri, Oct 16, 2026, observed 1,000, expected 1,000, range 800–1,200");
    await user.keyboard("{End}");
    expect(said()).toContain("Thu, Nov 19, 2026");
  });

  it("leaves the chart on Escape and stops announcing", async () => {
    await user.keyboard("{ArrowLeft}{Escape}");
    expect(chart()).not.toHaveFocus();
    expect(said()).toBe("");
  });

  it("is one tab stop", async () => {
    await user.tab();
    expect(screen.getByRole("button", { name: "View as table" })).toHaveFocus();
  });
});

it("shows nine weeks on request", async () => {
  show();
  await userEvent.click(screen.getByRole("radio", { name: "9 weeks" }));
  expect(screen.getByRole("application", { name: /63 days/ })).toBeVisible();
});

it("rests on the last flagged day", () => {
  show();
  expect(screen.getByText("Thu, Nov 19, 2026")).toBeVisible();
  expect(screen.getByText("−60%", { selector: "span" })).toBeVisible();
});

it("marks the hour in which a finding began, unless its day isn't drawn", () => {
  const chart = (day: string) => (
    <ChakraProvider value={system}>
      <CountChart series={aCountSeries()} title="Events per day" onset={{ day, hour: "14:00" }} />
    </ChakraProvider>
  );
  const { rerender } = render(chart("2026-11-17"));
  expect(screen.getByText("since 14:00")).toBeVisible();
  rerender(chart("2026-06-01"));
  expect(screen.queryByText("since 14:00")).toBeNull();
});

it("has its series as a real table, even while hidden", async () => {
  show();
  const table = screen.getByRole("table", { name: "Events per day" });
  expect(within(table).getAllByRole("row")).toHaveLength(64);
  expect(
    within(table).getByRole("row", { name: "Nov 19, 2026 400 1,000 800–1,200 −60%" }),
  ).toBeInTheDocument();
  const button = screen.getByRole("button", { name: "View as table" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  expect(screen.getByRole("region", { name: "Events per day" })).toBeVisible();
});
