import { describe, expect, it } from "vitest";
import { categoryInSentence, categoryLabel, formLabel, numberLabel } from "./cell-labels.js";
import { formOf, numberBin } from "../../aggregates/value-traits.js";

describe("labels of values", () => {
  it.each([
    ['"pro"', "pro", "'pro'"],
    ["12", "12", "12"],
    ["true", "true", "true"],
    ['["a","b"]', '["a","b"]', '["a","b"]'],
    [null, "a value that isn't stored by name", "a value that isn't stored by name"],
  ])("of %s", (name, label, inSentence) => {
    expect(categoryLabel({ hash: "h", name })).toBe(label);
    expect(categoryInSentence({ hash: "h", name })).toBe(inSentence);
  });
  it("of all other values", () => expect(categoryLabel(null)).toBe("other values"));
  it("are cut when long", () => {
    expect(categoryLabel({ hash: "h", name: JSON.stringify("x".repeat(200)) })).toHaveLength(61);
  });
});

describe("labels of numbers", () => {
  it.each([
    [numberBin(0), numberBin(0), "0"],
    [numberBin(1), numberBin(1), "0.917–1.09"],
    [numberBin(1000), numberBin(2000), "939–2,230"],
    [numberBin(-2), numberBin(0), "\u22122.18–0"],
    [numberBin(1e12), numberBin(1e12), "8.48e+11–1.01e+12"],
  ])("from bin %s to bin %s", (first, last, label) => expect(numberLabel([first, last])).toBe(label));
  it("of the cell for other types", () => expect(numberLabel(null)).toBe("not a number"));
});

describe("labels of forms", () => {
  it.each([
    ["a", "texts of 1 character, letters"],
    ["ab", "texts of 2 characters, letters"],
    ["1234", "texts of 3–4 characters, digits"],
    ["a1-b2", "texts of 5–6 characters, digits and letters"],
    ["…", "texts of 1 character, neither digits nor letters"],
  ])("of %j", (text, label) => expect(formLabel(formOf("s", text))).toBe(label));
  it("of other types", () => {
    expect(["n", "b", "l", "o"].map(formLabel)).toEqual(["numbers", "true or false", "lists", "objects"]);
  });
});
