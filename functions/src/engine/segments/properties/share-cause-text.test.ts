import { expect, test } from "vitest";
import { shareText } from "../../text/figures.js";
import type { EventDimension } from "../dimensions/event-dimensions.js";
import { segmentCauseText } from "./share-cause-text.js";
import type { ShareCause } from "./share-cause.js";

test("a cause rounds its shares like the reason beside it, without the half event added to computed shares", () => {
  const segment = { hash: "#w", name: '"Windows"', value: 0, baselineRows: 1000, isNearlyAll: false };
  const rows = {
    property: "$os",
    isNarrow: true,
    values: [],
    rows: new Uint32Array(),
    isCounted: new Uint8Array(),
  };
  const dimension: EventDimension = { place: 0, rows, segments: [segment] };
  const shares = { part: 0.98, usual: 0.09, before: 0.0351, now: 0.994, printed: { before: 0.0346, now: 1 } };
  const cause: ShareCause = {
    ...shares,
    bad: "null",
    dimension,
    named: [{ segment, ...shares }],
    inside: 0.99,
    outside: 0,
    elsewhere: 0,
  };
  const printed = { before: 0.0346, now: 1, elsewhere: 0.004 };
  const text = segmentCauseText("$os = Windows", cause, printed, "events");
  expect(text).toBe(
    "$os = Windows: 98% of the missing values (9% of all events); inside 4% → 100%, elsewhere 0%",
  );
  expect(text).toContain(`inside ${shareText(0.0346)} → ${shareText(1)}`);
});
