/** A CSV file starts with it: without it, spreadsheets read the file in their own encoding. */
export const byteOrderMark = "\ufeff";

/** Rows as CSV (RFC 4180, but with `\n`). Cells from `csvCells` hold nothing that a spreadsheet would run. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Letters that lose their sound with their accent, and those that no accent can be taken from. */
const spellings: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
};

/**
 * `kaese-taeglich_event_stopped_2026-11-20.csv`: safe on every file system and in every header.
 * @param setupName "plumbline" if it has no letter or digit of ASCII, with or without an accent
 */
export function csvFileName(setupName: string, ...parts: readonly string[]): string {
  const name = setupName
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => spellings[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${[name || "plumbline", ...parts].join("_")}.csv`;
}
