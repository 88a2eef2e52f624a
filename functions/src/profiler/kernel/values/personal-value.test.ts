import { expect, it } from "vitest";
import { looksPersonal } from "./personal-value.js";

it.each([
  "ada@example.com",
  "Ada Lovelace <ada.l+shop@mail.example.co.uk>",
  "+49 170 1234567",
  "+15551234567",
  "(555) 123-4567",
  "555-123-4567",
  "5551234567",
  "https://shop.example/reset?token=abc",
  "www.example.com/?q=me",
  "/search?q=name",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3",
  `eyJ${"a".repeat(600)}.aaaaaaaa`,
  "sk_live_51HxABCDEFGHIJ",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "d41d8cd98f00b204e9800998ecf8427e",
  "9b2f1c1e-2f0a-4a55-8d3b-0c9f7b1a2e3d",
  "dGhpcyBpcyBhIHNlY3JldCB0b2tlbiAxMjM0NQ==",
  "DE89 3704 0044 0532 0130 00",
  "GB82WEST12345698765432",
  "4242 4242 4242 4242",
  "4242424242424242",
])("%s is not kept by name", (value) => expect(looksPersonal(JSON.stringify(value))).toBe(true));

it.each([
  "iOS",
  "free",
  "2.40.1",
  "v1.2.3-beta",
  "2026-11-18",
  "2026-11-18T12:00:00Z",
  "10.0.19045.3803",
  "https://shop.example/products/shoes",
  "What is this?",
  "google / cpc",
  "@handle",
  "checkout_completed_with_new_flow_2026",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)",
  "SKU-00123456",
  "1,299.00",
  "123456789",
  "4242424242424243",
  "DE89 3704 0044 0532 0130 01",
  "Spring-Sale-2026-Newsletter-Variant-B",
])("%s is kept by name", (value) => expect(looksPersonal(JSON.stringify(value))).toBe(false));

it("one part of a list or an object is enough, and numbers are checked too", () => {
  expect(looksPersonal('["blue","ada@example.com"]')).toBe(true);
  expect(looksPersonal('{"plan":"pro","card":"4242 4242 4242 4242"}')).toBe(true);
  expect(looksPersonal("15551234567")).toBe(true);
  expect(looksPersonal("1299")).toBe(false);
});

it.each(["@", "?", "a@", "1 ", "A1", "eyJ", "http://", "x".repeat(31) + " "])(
  // Quadratic time would be 20 minutes, more than a test may take.
  "takes linear time on repeated %j",
  (part) => void looksPersonal(part.repeat(500_000)),
);
