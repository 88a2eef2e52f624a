import { expect, it } from "vitest";
import { looksPersonal, personalKindOf } from "./personal-value.js";

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
  "ada%40example.com",
  "ada%2540example.com",
  "/users/ada%40example.com/edit",
  "ada＠example.com",
  "ada﹫example.com",
  "0170 1234567",
  "0170/1234567",
  "(0170) 123-4567",
  "030 901820-0",
  "020 7946 0958",
  "06 12 34 56 78",
  "06.12.34.56.78",
  "0049 170 1234567",
  "004930901820",
  "219-09-9999",
  "219 09 9999",
  "192.168.178.20",
  "from 203.0.113.7.",
  "2001:db8::8a2e:370:7334",
  "::ffff:203.0.113.7",
  "https://shop.example/#token=abc",
  "/app#/callback#access_token=x",
  "https://shop.example/reset/a8s7d6f5g4h3j2",
  "/password-reset/a8s7d6f5g4h3j2/form",
  "/account/email_verification/00af19bc33de",
])("%s is not kept by name", (value) => expect(looksPersonal(JSON.stringify(value), "about")).toBe(true));

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
  "40% off @ home.",
  "50%40",
  "0.1234567890",
  "00123456",
  "01.05.2026",
  "01/05/2026 12:30",
  "01-05-2026 12",
  "000-12-3456",
  "900-12-3456",
  "123-456-789",
  "10.0.19045.3803",
  "256.1.1.1",
  "120.0.0.0",
  "12:30:45",
  "std::vector",
  "https://shop.example/docs#install",
  "/products#sort",
  "/reset/password",
  "/reset/instructions-for-admins",
  "/tokens/2",
  "1985-03-14",
])("%s is kept by name", (value) => expect(looksPersonal(JSON.stringify(value), "about")).toBe(false));

it.each([
  ["birthday", "1985-03-14"],
  ["date_of_birth", "14.3.1985"],
  ["Birth Date", "03/14/85"],
  ["user_dob", "March 14, 1985"],
  ["DOB", "14 Mar 1985"],
  ["Geburtsdatum", "14. März 1985"],
  ["birthDate", 19850314],
  ["birth_date", 479606400],
])("a date of birth in %s is not kept by name: %s", (property, value) => {
  expect(looksPersonal(JSON.stringify(value), property)).toBe(true);
  expect(looksPersonal('["' + String(value) + '"]', property)).toBe(true);
});

it.each([
  ["birth_year", "1985"],
  ["birthplace", "Berlin"],
  ["has_birthday", true],
  ["doberman", "1985-03-14"],
])("%s is kept by name, like %s", (property, value) =>
  expect(looksPersonal(JSON.stringify(value), property)).toBe(false),
);

it("four numbers are a version if the name says so, otherwise an IP address", () => {
  expect(looksPersonal('"10.4.1.22"', "$browser_version")).toBe(false);
  expect(looksPersonal('"10.4.1.22"', "host")).toBe(true);
  expect(looksPersonal('"2001:db8::1"', "$browser_version")).toBe(true);
});

it("one part of a list or an object is enough, and numbers are checked too", () => {
  expect(looksPersonal('["blue","ada@example.com"]', "about")).toBe(true);
  expect(looksPersonal('{"plan":"pro","card":"4242 4242 4242 4242"}', "about")).toBe(true);
  expect(looksPersonal("15551234567", "about")).toBe(true);
  expect(looksPersonal("1299", "about")).toBe(false);
});

it.each([
  "@",
  "?",
  "a@",
  "1 ",
  "A1",
  "eyJ",
  "http://",
  "x".repeat(31) + " ",
  "/",
  "%40",
  "/a#",
  "/reset/",
  "0 ",
  "1:",
  "1.",
  "a1 ",
])(
  // Quadratic time would be 20 minutes, more than a test may take.
  "takes linear time on repeated %j",
  (part) => void looksPersonal(part.repeat(500_000), "birthday"),
);

it.each([
  ["ada@example.com", "email"],
  ["call me: ada%40example.com", "email"],
  ["+49 170 1234567", "phone"],
  ["(555) 123-4567", "phone"],
  ["06 12 34 56 78", "phone"],
  ["sk_live_51HxABCDEFGHIJ", "token"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3", "token"],
  // May be ids.
  ["5551234567", null],
  ["1731672000", null],
  ["9b2f1c1e-2f0a-4a55-8d3b-0c9f7b1a2e3d", null],
  ["4242424242424242", null],
  ["2026-11-24", null],
  ["1.2.3", null],
  ["Size M", null],
] as const)("%s is certainly of kind %s", (text, kind) => {
  expect(personalKindOf(JSON.stringify(text))).toBe(kind);
  expect(personalKindOf(JSON.stringify([text]))).toBe(kind);
});

it("a number is never certainly personal", () => {
  expect(personalKindOf("15551234567")).toBeNull();
});
