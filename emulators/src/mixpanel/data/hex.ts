import type { Random } from "./random.js";

/** Random hexadecimal text with eight characters for each draw. */
export function hex(random: Random, draws: number): string {
  let text = "";
  for (let i = 0; i < draws; i++) {
    const bits = (random() * 0x1_0000_0000) >>> 0;
    text += quarters[bits >>> 16]! + quarters[bits & 0xffff]!;
  }
  return text;
}

/** All texts of four digits: looking them up is several times faster than formatting. */
const quarters = Array.from({ length: 0x1_0000 }, (_, bits) => bits.toString(16).padStart(4, "0"));
