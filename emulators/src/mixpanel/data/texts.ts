import { hex } from "./hex.js";
import type { Random } from "./random.js";

/** One to three words as typed into a shop's search box, as JSON text. */
export function words(random: Random): string {
  const count = 1 + Math.floor(3 * random());
  const chosen = Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)]!);
  return `"${chosen.join(" ")}"`;
}

/** A URL that rarely repeats, as JSON text. */
export function pageAddress(random: Random): string {
  const kind = ["p", "c", "s"][Math.floor(3 * random())]!;
  return `"https://shop.example.com/${kind}/${Math.floor(90000 * random()) + 10000}?ref=${hex(random, 1)}"`;
}

/** A date and time without a time zone, as JSON text. */
export function instant(random: Random): string {
  const month = twoDigits(1 + Math.floor(12 * random()));
  const day = twoDigits(1 + Math.floor(28 * random()));
  return `"2027-${month}-${day}T${twoDigits(Math.floor(24 * random()))}:00:00"`;
}

const vocabulary = [
  "linen",
  "shirt",
  "blue",
  "winter",
  "boots",
  "gift",
  "leather",
  "bag",
  "größe",
  "été",
  "wool",
  "set",
];

const twoDigits = (n: number): string => String(n).padStart(2, "0");
