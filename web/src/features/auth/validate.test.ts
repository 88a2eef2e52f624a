import { expect, it } from "vitest";
import { authErrors } from "./validate";

it.each([
  [{ email: "", password: "" }, false, { email: "Enter your email.", password: "Enter your password." }],
  [{ email: "ada", password: "x" }, false, { email: "Enter a valid email address." }],
  [{ email: " ada@example.com ", password: "x" }, false, {}],
  [{ displayName: "   ", email: "a@b", password: "123456" }, true, { displayName: "Enter your full name." }],
  [{ displayName: "Ada", email: "a@b", password: "12345" }, true, { password: "Use at least 6 characters." }],
])("finds what is wrong with %j", (fields, isNew, errors) =>
  expect(authErrors(fields, isNew)).toEqual(errors),
);
