import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rowOfCells, storedFinding } from "../../src/contract/findings/rows.testing.js";
import { findingsMail } from "../../src/features/channels/members/run-mail.js";
import { csvOf } from "../../src/features/runs/steps/write-results.js";
import type { RunRecord } from "../../src/features/runs/run-record.js";

/* Output for spreadsheets, email clients and browsers, with names that come from a customer's tracking. */

const names = [
  '=HYPERLINK("http://evil.example","x")',
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  '"=1',
  "a,b\n=1",
  "<img src=x onerror=alert(1)>",
];
const cells = names.map((entity) => ({
  detector: "event_stopped" as const,
  severity: "alert" as const,
  state: "new" as const,
  entity,
  reason: `${entity} stopped`,
}));

/** Parses the cells of a CSV file (RFC 4180). */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end !== ",") lines.push([]);
  }
  return lines;
}

describe("the downloaded file", () => {
  it("has no cell that a spreadsheet would execute, and every name in full", () => {
    const [header, ...lines] = cellsOf(
      [
        ...csvOf(
          cells.map((row) => ({
            row: rowOfCells(row),
            finding: null,
            series: null,
            cause: null,
            segment: null,
            breakdown: null,
          })),
        ),
      ].join(""),
    );
    const entity = header!.indexOf("entity");
    const found = lines.slice(0, names.length);
    for (const cell of found.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(found.map((cells) => cells[entity]!.replace(/^'/, ""))).toEqual(names);
  });
});

describe("an email", () => {
  it("shows names as text, and keeps each header on one line", () => {
    const name = 'Checks <script>alert(1)</script>"\r\nBcc: x@evil.example';
    const run = {
      id: "r",
      setup: { id: "s", name, connection: { id: "c", projectId: "1", projectName: "<b>P</b>" } },
      plan: null,
    } as unknown as RunRecord;
    const links = {
      appUrl: "https://app.test",
      reportUrl: "https://app.test/reports/r",
      unsubscribeUrl: "https://app.test/u?token=t",
    };
    const { subject, html, headers } = findingsMail(run, [...cells].reverse().map(storedFinding), links);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<script|<img|<b>P/);
    expect(html).toContain("&#60;img src=x onerror=alert(1)&#62;");
    for (const value of Object.values(headers!)) expect(value).not.toMatch(/[\r\n]/);
  });
});

describe("Hosting", () => {
  type Rule = { source: string; headers: { key: string; value: string }[] };
  const { hosting } = JSON.parse(
    readFileSync(new URL("../../../firebase.json", import.meta.url), "utf8"),
  ) as {
    hosting: { headers: Rule[] };
  };
  /** Everything but the API, whose responses have their own headers. */
  const site = "!/@(api|.well-known)/**";
  const header = (source: string, key: string) =>
    hosting.headers.find((rule) => rule.source === source)?.headers.find((entry) => entry.key === key)?.value;

  it("lets a page run only the app's own scripts, and call only the API and the sign-in service", () => {
    const policy = new Map(
      header(site, "Content-Security-Policy")!
        .split(";")
        .map((part) => part.trim().split(/\s+/))
        .map(([name, ...sources]) => [name!, sources]),
    );
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
    expect(policy.get("connect-src")!.toSorted()).toEqual([
      "'self'",
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
    ]);
    for (const name of ["frame-ancestors", "base-uri"]) expect(policy.get(name)).toEqual(["'none'"]);
    expect([...policy.values()].flat()).not.toContain("*");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it("can't be framed, sniffed or reached without TLS, and lets the checkout window return", () => {
    expect(header(site, "X-Frame-Options")).toBe("DENY");
    expect(header(site, "X-Content-Type-Options")).toBe("nosniff");
    expect(header(site, "Strict-Transport-Security")).toMatch(/max-age=\d{8}/);
    expect(header(site, "Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
    expect(header(site, "Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  });

  it("caches only files with a hash in their name for long", () => {
    expect(header(site, "Cache-Control")).toBe("no-cache");
    const long = hosting.headers.filter(({ headers }) =>
      headers.some(({ value }) => /immutable/.test(value)),
    );
    expect(long.map(({ source }) => source)).toEqual(["/assets/**"]);
  });
});
