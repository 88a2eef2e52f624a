import { expect, it } from "vitest";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { classifyFailure } from "./run-failure.js";

it("says how far back the project's Mixpanel plan reaches", () => {
  const error = new MixpanelError(
    "history",
    "raw export",
    "raw export: 403 Date range exceeds 60 days into the past",
  );
  expect(classifyFailure(error)).toEqual({
    kind: "failed",
    failure: {
      code: "history",
      message:
        "The Mixpanel plan of this project gives access to the last 60 days only. Run the setup again: it will compare with fewer days.",
    },
  });
});
