import { expect, it } from "vitest";
import { anEvent, aProperty } from "@/testing/builders";
import { arrangeEvents } from "./arrange-events";

const events = [
  anEvent({ id: "b", eventName: "b", lastDetectedAt: null, eventsPerDay: null, properties: [] }),
  anEvent({ id: "a", eventName: "a", lastDetectedAt: "2026-11-19T00:00:00.000Z", isExcluded: true }),
  anEvent({
    id: "c",
    eventName: "c",
    lastDetectedAt: "2026-11-20T00:00:00.000Z",
    eventsPerDay: 0.3,
    properties: [aProperty({ id: "p", isExcluded: true })],
  }),
];
const names = (...input: Parameters<typeof arrangeEvents>) => arrangeEvents(...input).map(({ id }) => id);
const none = new Map();

it("sorts by name, by when events were last seen and by how many there are", () => {
  expect(names(events, { order: "name", excludedOnly: false }, none)).toEqual(["a", "b", "c"]);
  expect(names(events, { order: "last-detected", excludedOnly: false }, none)).toEqual(["c", "a", "b"]);
  expect(names(events, { order: "volume", excludedOnly: false }, none)).toEqual(["a", "c", "b"]);
});

it("lists excluded events, events with excluded properties and unsaved changes", () => {
  expect(names(events, { order: "name", excludedOnly: true }, none)).toEqual(["a", "c"]);
  expect(names(events, { order: "name", excludedOnly: true }, new Map([["b", true]]))).toEqual([
    "a",
    "b",
    "c",
  ]);
});
