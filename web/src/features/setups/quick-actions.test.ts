import { expect, it } from "vitest";
import { runNowLabel } from "./quick-actions";

it.each([
  [{ isStarting: true, isRunActive: true, isActive: false }, "Starting..."],
  [{ isStarting: false, isRunActive: true, isActive: false }, "Run Active"],
  [{ isStarting: false, isRunActive: true, isActive: true }, "Run Active"],
  [{ isStarting: false, isRunActive: false, isActive: false }, "Paused"],
  [{ isStarting: false, isRunActive: false, isActive: true }, "Run Now"],
])("with %j the button says %s", (state, label) => expect(runNowLabel(state)).toBe(label));
