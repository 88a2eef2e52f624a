import { ChakraProvider } from "@chakra-ui/react";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { RichText } from "./rich-text";

const show = (text: string) =>
  render(
    <ChakraProvider value={system}>
      <p>
        <RichText text={text} />
      </p>
    </ChakraProvider>,
  ).container;

it("highlights names and causes", () => {
  const text = show("`sku` is empty. 97% of the missing events have $os = iOS (62% of normal traffic).");
  expect([...text.querySelectorAll("b")].map((b) => b.textContent)).toEqual(["sku", "$os = iOS"]);
});

it("renders superscripts and arrows, which the font lacks", () => {
  const text = show("'cpc' 22 → 6%, so chance is out (P = 3 × 10⁻⁷⁹).");
  expect(text.querySelector("sup")).toHaveTextContent("−79");
  expect(text.querySelector("svg")).not.toBeNull();
  expect(text).toHaveTextContent("'cpc' 22 to 6%, so chance is out (P = 3 × 10−79).");
});

it("keeps what belongs together on one line", () => {
  const text = show("'cpc' 22 → 6% and 'paid' 0.4 → 13.5%; chance is out (P < 10⁻³⁰).");
  const lines = [...text.querySelectorAll("span")].filter((span) => span.querySelector("svg"));
  expect(lines.map((line) => line.textContent)).toEqual(["22 to 6%", "0.4 to 13.5%"]);
  expect(text.textContent).toContain("(P\u00a0<\u00a010");
});

it.each([
  ["digits without an arrow", "1".repeat(200_000)],
  ["causes without an end", "9% of the events have ".repeat(10_000)],
  ["a quote that never closes", `\`${"x".repeat(200_000)}`],
])("reads %s in linear time", (_name, text) => {
  expect(show(text)).toHaveTextContent(text.trim());
});
