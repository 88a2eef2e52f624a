import { monthlyCost } from "@contract/prices/check-usage";
import { standardTiers } from "@contract/prices/tier-costs";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { detectorNames } from "@/lib/detector-names";
import { report } from "./report";

it("links to a free run, a demo and a call", async () => {
  await renderApp("/", { user: null });
  // By text first, because waiting by role reads the whole page over and over.
  await screen.findByText("90+ startups");
  const starts = screen.getAllByRole("link", { name: "Get your 1st run Free" });
  for (const link of starts) expect(link).toHaveAttribute("href", "/signup");
  for (const name of [/^Book a demo/, /^Book a call/])
    for (const link of screen.getAllByRole("link", { name }))
      expect(link).toHaveAttribute("target", "_blank");
  expect(screen.getByRole("link", { name: "See the use cases" })).toHaveAttribute("href", "/use-cases");
});

it("makes the claims, names nine checks and four steps, and prices the plan", async () => {
  await renderApp("/", { user: null });
  expect(await screen.findByText("90+ startups")).toBeVisible();
  expect(screen.getByText("hundreds of data teams")).toBeVisible();
  expect(screen.getByText("Your raw data is not retained after analysis.")).toBeVisible();
  for (const name of Object.values(detectorNames))
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  for (const name of ["Connect", "Choose checks", "Run or schedule", "Read the report"])
    expect(screen.getByRole("heading", { name })).toBeVisible();
  expect(
    screen.getByText("Up to 10,000 rows analysed. Beyond that $0.001 per additional row."),
  ).toBeVisible();
});

it("calculates a month's cost for given events, checks and runs, and for the demo shop", async () => {
  await renderApp("/", { user: null });
  const { events, eventProperties, userProperties } = report.checkable;
  const checks = 2 * events + 3 * eventProperties + 3 * userProperties + 2;
  const { cents } = monthlyCost(standardTiers, [{ cron: "0 9 * * *", includeWeekends: true, checks }]);
  const price = `$${(cents / 100).toFixed(2)}`;
  expect(
    await screen.findByText(new RegExp(`Running all nine checks daily costs at most \\${price} a month`)),
  ).toBeVisible();
  expect(screen.getByText(price)).toBeVisible();
  fireEvent.change(screen.getByLabelText("Events"), { target: { value: "100" } });
  fireEvent.change(screen.getByLabelText("Their properties, in total"), { target: { value: "2000" } });
  fireEvent.change(screen.getByLabelText("User properties"), { target: { value: "10" } });
  // Two checks on events, three on their properties, three on user properties, and two profile counts.
  const perRun = 2 * 100 + 3 * 2000 + 3 * 10 + 2;
  expect(screen.getByText("6,232 billable checks per run, 189,557 a month")).toBeVisible();
  expect(Math.round((perRun * 365) / 12)).toBe(189_557);
  expect(screen.getByText("$278.56")).toBeVisible();
  fireEvent.change(screen.getByLabelText("Checks"), { target: { value: "events" } });
  fireEvent.change(screen.getByLabelText("Schedule"), { target: { value: "weekly" } });
  expect(screen.getByText("200 billable checks per run, 869 a month")).toBeVisible();
  expect(screen.getByText("$99.00")).toBeVisible();
});

it("shows the demo project's report with the drawn chart", async () => {
  await renderApp("/", { user: null });
  const report = within(await screen.findByRole("figure", { name: "A report on the demo project" }));
  expect(report.getAllByText("Checkout Started").length).toBeGreaterThan(0);
  expect(report.getAllByRole("img", { name: /per day against its expected range/ }).length).toBeGreaterThan(
    0,
  );
});
