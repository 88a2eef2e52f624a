import { expect, it } from "vitest";
import { cellText } from "./csv-cells";

it.each([
  ["observed", "3655", "3,655"],
  ["expected", "3107.8", "3,107.8"],
  ["change_pct", "-61.4", "−61.4"],
  ["change_pct", "122", "+122.0"],
  ["change_pct_beyond_project", "0", "0.0"],
  ["z", "4.52", "4.52"],
  ["range_low", "", ""],
  ["observed", "n/a", "n/a"],
  ["entity", "2026", "2026"],
  ["reason", "'=1+1", "'=1+1"],
])("shows %s %s as %s", (column, text, shown) => expect(cellText(column, text)).toBe(shown));
