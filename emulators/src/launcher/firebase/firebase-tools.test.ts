import { expect, it } from "vitest";
import { jsonLogger } from "../../../../functions/src/common/logger.js";
import { isShown, saysReady } from "./firebase-tools.js";

/** A line as a function prints it, with the mark that firebase-tools puts in front. */
function printed(log: (logger: ReturnType<typeof jsonLogger>) => void): string {
  let line = "";
  log(jsonLogger({ requestId: "r1" }, (text) => (line = text)));
  return `>  ${line}`;
}

it.each([
  ["a request", printed((logger) => logger.info("request", { route: "/api/v1/runs/active", status: 200 }))],
  ["a file that was served", 'i  hosting: 127.0.0.1 - - [26/Nov/2026] "GET /app.js HTTP/1.1" 200 - "-"'],
  ["the beginning of a function", 'i  functions: Beginning execution of "us-central1-api"'],
  ["the end of a function", 'i  functions: Finished "us-central1-api" in 12.3ms'],
])("prints no line for %s", (_what, line) => expect(isShown(line)).toBe(false));

it.each([
  ["a warning", printed((logger) => logger.warn("verification failed", { code: "wrong-credentials" }))],
  ["an error", printed((logger) => logger.error("request failed", {}, new Error("bug")))],
  ["what firebase-tools warns of", "!  functions: Your function timed out"],
])("prints %s", (_what, line) => expect(isShown(line)).toBe(true));

it("is ready once all functions are listed, not when the first ones are", () => {
  expect(saysReady("│ ✔  All emulators ready! It is now safe to connect your app. │")).toBe(true);
  expect(saysReady("✔  functions[us-central1-api]: http function initialized (http://127.0.0.1:5001).")).toBe(
    false,
  );
});
