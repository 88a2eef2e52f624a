import { expect, it } from "vitest";
import { identityErrorText } from "./identity-error";

const coded = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

it("explains the identity provider's code in plain words", () => {
  expect(identityErrorText(coded("auth/invalid-credential"), "hint")).toBe(
    "The email or password is incorrect.",
  );
});

it("does not reveal whether an account exists", () => {
  expect(identityErrorText(coded("auth/user-not-found"), "hint")).toBe(
    identityErrorText(coded("auth/wrong-password"), "hint"),
  );
});

it("falls back to the error's own message, then to the hint", () => {
  expect(identityErrorText(coded("auth/something-new"), "hint")).toBe(
    "Firebase: Error (auth/something-new).",
  );
  expect(identityErrorText("no error at all", "hint")).toBe("hint");
});
