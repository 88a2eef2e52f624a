import { expect, it } from "vitest";
import { handledEvents } from "../../../functions/src/adapters/stripe/read-event.js";
import { handledThinEvents } from "../../../functions/src/adapters/stripe/read-rejections.js";
import { stripeKeys } from "./keys.js";

it("sends the local product the events that it registers for in a real account", () => {
  expect(stripeKeys.webhookEvents).toEqual([...handledEvents]);
  expect(stripeKeys.thinEvents).toEqual([...handledThinEvents]);
});
