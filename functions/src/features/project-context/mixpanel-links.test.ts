import { expect, it } from "vitest";
import { eventsUrl, objectUrl, usersUrl } from "./mixpanel-links.js";

it.each([
  ["us", "https://mixpanel.com"],
  ["eu", "https://eu.mixpanel.com"],
  ["india", "https://in.mixpanel.com"],
] as const)("links in the region %s open the project on %s", (region, host) => {
  const project = { region, projectId: "1000001" };
  const app = `${host}/project/1000001/app`;
  expect(eventsUrl(project)).toBe(`${app}/events`);
  expect(usersUrl(project)).toBe(`${app}/users`);
  const kinds = ["dashboard", "report", "funnel", "retention", "flow", "cohort", "alert"] as const;
  expect(kinds.map((kind) => objectUrl(project, { kind, id: "7" }))).toEqual([
    `${app}/boards#id=7`,
    `${app}/insights#report/7`,
    `${app}/funnels#view/7`,
    `${app}/retention#report/7`,
    `${app}/flows#report/7`,
    null,
    null,
  ]);
});
