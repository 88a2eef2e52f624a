import { chakra } from "@chakra-ui/react";
import { Strong } from "@/components/ui/text";
import { Arrow } from "./arrow";

/**
 * Renders a reason: `names` in backticks and the property and value of a cause are bold, powers of ten are
 * superscript and arrows are icons (the app's font has neither glyph). A probability, and a share's values
 * before and after, stay on one line.
 */
export const RichText = ({ text }: { text: string }) =>
  text
    .replaceAll(" × 10", "\u00a0×\u00a010")
    .replace(/\bP ([=<]) /g, "P\u00a0$1\u00a0")
    .split(marked)
    .map((part, index) => (index % 2 === 1 ? <Marked key={index} part={part} /> : part));

// Names in the text come from outside and may be long. Every repetition is bounded, so that matching takes
// linear time.
const marked =
  /(`[^`]{1,1000}`|(?<=\d% of the [\w ]{1,40} have ).{1,500}?(?= \(\d{1,3}% of (?:normal traffic|all \w{1,40})\))|(?:(?<![\d.])\d\S{0,31} )?→(?: \d[\d.]{0,31}%?)?|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/;
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function Marked({ part }: { part: string }) {
  if (part.includes("→")) {
    const [before, after] = part.split("→");
    return (
      <chakra.span whiteSpace="nowrap">
        {before}
        <Arrow />
        {after}
      </chakra.span>
    );
  }
  if (part.startsWith("⁻") || raised.includes(part.charAt(0)))
    return (
      <chakra.sup position="static" fontSize="0.75em" lineHeight="0" verticalAlign="0.4em">
        {Array.from(part, (digit) => (digit === "⁻" ? "−" : raised.indexOf(digit))).join("")}
      </chakra.sup>
    );
  return <Strong overflowWrap="anywhere">{part.replaceAll("`", "")}</Strong>;
}
