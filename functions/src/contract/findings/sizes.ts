import { z } from "zod";

/** How large a property's numbers are without their signs: below which size half and nine tenths of them are. */
export const sizesSchema = z.array(z.object({ quantile: z.number(), before: z.number(), after: z.number() }));
export type Sizes = z.infer<typeof sizesSchema>;

/** How many times as large the numbers are: of all parts, the factor closest to 1. */
const timesAsLarge = (sizes: Sizes): number =>
  sizes
    .map(({ before, after }) => after / before)
    .reduce((a, b) => (Math.abs(Math.log(b)) < Math.abs(Math.log(a)) ? b : a), Infinity);

/** The change that the threshold is compared with, in percent: 50 if they are 1.5 times as large, or were before. */
export function sizeChangePct(sizes: Sizes): number {
  const times = timesAsLarge(sizes);
  return 100 * (Math.max(times, 1 / times) - 1);
}

/** "1.5 times as large". */
export const timesText = (sizes: Sizes): string => `${sizeText(timesAsLarge(sizes))} times as large`;

/** "× 1.5". */
export const factorText = (sizes: Sizes): string => `× ${sizeText(timesAsLarge(sizes))}`;

/** "median 42.1 → 63.2, upper decile 118 → 177". */
export const sizesText = (sizes: Sizes): string =>
  sizes.map((one) => `${partName(one)} ${sizeChangeText(one)}`).join(", ");

/** "42.1 → 63.2". */
export const sizeChangeText = ({ before, after }: Sizes[number]): string =>
  `${sizeText(before)} → ${sizeText(after)}`;

export const partName = ({ quantile }: Sizes[number]): string =>
  quantile === 0.5 ? "median" : "upper decile";

/** "63.2". */
export const sizeText = (value: number): string =>
  value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
