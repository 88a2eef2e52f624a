import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.js";
import { parseExpression } from "./parse.js";

const subject = {
  properties: { plan: "pro", age: 41, ratio: 0.5, gone: null, tags: ["a", "b"], 'odd "name"': 1, ok: true },
  user: { city: "Paris" },
  time: Date.parse("2026-05-02T00:00:00Z") / 1000,
};

describe("segmentation expressions", () => {
  it.each<[string, unknown]>([
    ['properties["plan"] == "pro"', true],
    ['properties["age"] == "41"', false],
    ['properties["age"] != "41"', true],
    ['properties["plan"] > 3', undefined],
    ['properties["nothing"] > 3', undefined],
    ['properties["plan"] >= "pra"', true],
    ['"ro" in properties["plan"]', true],
    ['"a" in properties["tags"]', true],
    ['properties["plan"] in ["free", "pro"]', true],
    ['defined(properties["gone"])', false],
    ['defined(properties["nothing"])', false],
    ['not properties["nothing"]', true],
    ['not properties["plan"] == "free" and properties["ok"] == true', true],
    ['properties["nothing"] > 1 or properties["age"] > 40', true],
    ['properties["age"] > 40 and not (properties["age"] > 50)', true],
    ['properties["age"] / 0', undefined],
    ['properties["age"] % 10 + 2 * 3', 7],
    ["10 - 3 - 2", 5],
    ['"a" + "b"', "ab"],
    ['-properties["age"]', -41],
    ['number(properties["gone"])', undefined],
    ['number("12")', 12],
    ['string(properties["gone"])', null],
    ['string(properties["age"]) == "41"', true],
    ['floor(properties["ratio"]) == 0 and ceil(properties["ratio"]) == 1', true],
    ['user["city"] == "Paris"', true],
    ['properties["odd \\"name\\""] == 1', true],
    ['event["$time"] >= datetime("2026-05-01T00:00:00")', true],
    ['properties["$time"] >= datetime(1777680001)', false],
  ])("%s", (text, expected) => {
    expect(evaluate(parseExpression(text), subject)).toEqual(expected);
  });

  it.each(["", "properties", 'properties["a"', "1 +", "1 2", "drop(1)", '"open', "a = 1", "[1,"])(
    "refuses %j",
    (text) => {
      expect(() => parseExpression(text)).toThrow(SyntaxError);
    },
  );
});
