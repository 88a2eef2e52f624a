import { expect, it } from "vitest";
import { ticksLabel } from "./run-ticks";

it.each([
  [["normal", "alert", "warning", "alert"] as const, "Last 4 runs: 2 alert, 1 warning, 1 normal"],
  [["failed"] as const, "Last run: 1 failed"],
  [[], "No finished runs"],
])("says in words what the ticks show", (ticks, label) => expect(ticksLabel(ticks)).toBe(label));
