export type Table = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

/** Formats a Markdown table, which is printed and copied into the README. */
export function markdownTable(...[head, rows]: Table): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

export const printTable = (title: string, ...table: Table): void =>
  console.log(`\n### ${title}\n\n${markdownTable(...table)}`);

/** `97% (412)`: a share with the number of cases behind it; `–` without any. */
export const share = (caught: number, n: number): string =>
  n === 0 ? "–" : `${((100 * caught) / n).toFixed(1)}% (${n})`;

/** Tallies added up, field by field. */
export const sumTallies = <T extends Record<string, number>>(tallies: readonly T[], none: T): T =>
  tallies.reduce(
    (sum, tally) =>
      Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + tally[key]!])) as T,
    none,
  );

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
