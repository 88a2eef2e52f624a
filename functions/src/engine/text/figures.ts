import type { Day } from "../../common/days.js";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Oct 12". */
export const shortDate = (day: Day): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}`;

/** A share as the number of a percentage: whole from 1% on, one decimal below; with a true minus sign. */
export function percentOfShare(share: number): string {
  // Rounded to a tenth first, like the row's cells, so that screens and messages show the same figure.
  const percent = Math.round(Math.abs(share) * 1000) / 10;
  const digits = String(percent >= 1 ? Math.round(percent) : percent);
  return share < 0 && digits !== "0" ? `\u2212${digits}` : digits;
}

/** "41%", from a share of 0.41. */
export const shareText = (share: number): string => `${percentOfShare(share)}%`;

/** "1,240". */
export const wholeNumber = (count: number): string => Math.round(count).toLocaleString("en-US");

/** "on the last day" or "in the last 3 days". */
export const inLastDays = (length: number): string =>
  length === 1 ? "on the last day" : `in the last ${length} days`;

/** "the 4 weeks before" or "the 17 days before". */
export function theDaysBefore(days: number): string {
  if (days > 7 && days % 7 === 0) return `the ${days / 7} weeks before`;
  return days === 1 ? "the day before" : `the ${days} days before`;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** No probability model holds below this power of ten, so smaller probabilities are only given as "below" it. */
const leastExponent = -30;

/** "P = 3 × 10⁻¹²", from the natural logarithm of a probability; "P < 10⁻³⁰" for anything smaller. */
export function probabilityText(logProbability: number): string {
  const log10 = logProbability / Math.LN10;
  if (log10 < leastExponent) return `P < ${powerOfTen(leastExponent)}`;
  let exponent = Math.floor(log10);
  let digit = Math.round(10 ** (log10 - exponent));
  if (digit === 10) {
    digit = 1;
    exponent++;
  }
  return `P = ${digit} × ${powerOfTen(exponent)}`;
}

const powerOfTen = (exponent: number): string =>
  `10⁻${String(-exponent).replace(/\d/g, (digit) => superscripts[Number(digit)]!)}`;
