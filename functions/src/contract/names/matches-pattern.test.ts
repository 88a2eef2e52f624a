import { expect, it } from "vitest";
import { matchesPattern } from "./matches-pattern.js";

it.each([
  ["quiz_*", "quiz_result", true],
  ["quiz_*", "Quiz_", true],
  ["quiz_*", "my_quiz_result", false],
  ["*quiz*", "my_quiz_result", true],
  ["a*b*c", "a__b__c", true],
  ["a*b*c", "a__c__b", false],
  ["ab*bc", "abc", false],
  ["quiz", "quiz", true],
  ["quiz", "quizzes", false],
  ["*", "", true],
  ["a.c", "abc", false],
] as const)("%s matches %s: %s", (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches);
});

it("takes no longer for a hostile pattern", () => {
  expect(matchesPattern("*a".repeat(90) + "b", "a".repeat(50_000))).toBe(false);
});
