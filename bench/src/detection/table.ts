/** Formats a Markdown table, which is printed and copied into the README. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** `97% (412)`: a share with the number of cases behind it; `–` without any. */
export const share = (caught: number, n: number): string =>
  n === 0 ? "–" : `${((100 * caught) / n).toFixed(1)}% (${n})`;

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
