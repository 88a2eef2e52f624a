import { expect, it } from "vitest";
import { reportCsv } from "./export-report";

it("joins the tables of all checks under one header", () => {
  const headers = ["severity", "entity"];
  expect(
    reportCsv([
      { headers, rows: [["alert", "Checkout, started"]] },
      { headers, rows: [["warning", 'say "hi"']] },
    ]),
  ).toBe('severity,entity\nalert,"Checkout, started"\nwarning,"say ""hi"""\n');
});

it("is empty without findings", () => expect(reportCsv([])).toBe(""));
