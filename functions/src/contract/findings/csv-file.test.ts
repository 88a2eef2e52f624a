import { expect, it } from "vitest";
import { csvFileName } from "./csv-file.js";

it.each([
  ["Daily checks", "daily-checks"],
  ["Käse täglich", "kaese-taeglich"],
  ["Ka\u0308se", "kaese"],
  ["GROẞE STRAẞE", "grosse-strasse"],
  ["Métriques – été", "metriques-ete"],
  ["Łódź / Ærø", "lodz-aero"],
  ["毎日", "plumbline"],
  ["../..", "plumbline"],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("%s is %s in a file's name", (setup, name) => {
  expect(csvFileName(setup, "event_stopped", "2026-11-20")).toBe(`${name}_event_stopped_2026-11-20.csv`);
});
