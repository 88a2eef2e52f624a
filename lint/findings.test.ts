import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { figuresSchema } from "../functions/src/contract/findings/finding.js";

const root = path.resolve(import.meta.dirname, "..");
const projection = "functions/src/contract/findings/csv-row.ts";

const ruleName = `"(?:${figuresSchema.options.map(({ shape }) => shape.rule.value).join("|")})"`;
/** Series have kinds, of which one is called like a rule. */
const inSwitchOverKinds = String.raw`switch \([^)]*\bkind\) \{(?:(?!switch \()[^])*`;

/** What only some files may do with a finding, apart from tests and what tests are made of. */
const rules = [
  {
    name: "names that stand for no event in CSV files",
    pattern: /["'`]\((?:project|mix|new profiles|all profiles)\)["'`]/,
    allowed: [projection],
    planted: 'if (row.entity === "(project)") return;',
  },
  {
    name: "reasons and causes taken apart",
    pattern:
      /\b(?:reason|cause)\??\.(?:match|replace|replaceAll|search|split|startsWith|endsWith|includes|indexOf|slice)\(|\.(?:exec|test)\((?:\w+\.)?(?:reason|cause)\)/,
    allowed: ["functions/src/engine/segments/properties/share-cause-text.ts"],
    planted: 'const days = row.reason.split(" on ")[1];',
  },
  {
    name: "rules told apart by their names",
    pattern: new RegExp(
      [
        `(?<!\\bkind )[!=]== ${ruleName}`,
        `${ruleName} [!=]==`,
        `(?<!${inSwitchOverKinds})\\bcase ${ruleName}`,
        String.raw`\[[^\]\n]*${ruleName}[^\]\n]*\]\.includes\(`,
      ].join("|"),
    ),
    allowed: [projection, "functions/src/engine/detectors/"],
    planted: [
      'if (detectorOf(key).rule === "null-rate") return;',
      'const about = figures.rule !== "hours" ? "about " : "";',
      'if ("silence" === rule) return;',
      'switch (series.kind) { case "nulls": return; } switch (figures.rule) { case "distribution": return; }',
      'const isOfCounts = ["count-change", "profile-count"].includes(rule);',
    ].join("\n"),
  },
  {
    name: "headlines",
    pattern: /\bheadline(?::| =) `/,
    allowed: [],
    planted: "const headline = `${row.entity} down ${change}%`;",
  },
  {
    name: "figures of findings rounded again",
    pattern:
      /(?:Math\.(?:round|floor|ceil)|roundTo)\([^;\n]*\b(?:observed|expected|change_pct|(?:c|netC)hangePct|missing(?:Before)?Pct|shiftedPct|effectPct)\b|\b(?:observed|expected|change_pct|changePct|missingPct|shiftedPct)\.toFixed\(/,
    // The demo project's data.
    allowed: ["emulators/src/mixpanel/data/"],
    planted: "const shown = Math.round(row.observed);",
  },
  {
    name: "figures of findings formatted again",
    pattern:
      /\bformat(?:Percent|Change|Points|Number|UpTo|Range)\([^;\n]*\b(?:observed|expected|change_pct|(?:c|netC)hangePct|missing(?:Before)?Pct|shiftedPct|effectPct|effect|after|before|part|usual)\b/,
    // The days and cells that charts draw.
    allowed: ["web/src/components/charts/"],
    planted: "const shown = formatPercent(100 * cause.after);",
  },
  {
    name: "rankings of findings",
    pattern: /\brankOf\((?:\w+\.)?finding\b/,
    // The record of incidents.
    allowed: ["functions/src/engine/detectors/", "functions/src/features/incidents/assess-run.ts"],
    planted: "findings.sort((a, b) => (rankOf(finding) < rankOf(other) ? -1 : 1));",
  },
];

const folders = ["functions/src", "web/src", "cli/src", "emulators/src", "bench/src/web"];
const sources = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.testing\.|\/testing\//.test(file));

/** The places, `FILE:LINE`, where a pattern occurs in code that isn't allowed to contain it. */
function placesOf({ pattern, allowed }: (typeof rules)[number], read: (file: string) => string): string[] {
  return sources
    .filter((file) => !allowed.some((place) => file.startsWith(place)))
    .flatMap((file) =>
      [...read(file).matchAll(new RegExp(pattern, "g"))].map(
        ({ input, index }) => `${file}:${input.slice(0, index).split("\n").length}`,
      ),
    );
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

it.each(rules)("only the files for it have $name", (rule) => {
  expect(placesOf(rule, read)).toEqual([]);
});

it.each(rules)("all files that may have $name do", ({ allowed, ...rule }) => {
  const places = placesOf({ ...rule, allowed: [] }, read);
  expect(allowed.filter((allowance) => !places.some((place) => place.startsWith(allowance)))).toEqual([]);
});

it.each(rules)("$name are found", (rule) => {
  const planted = ["web/src/features/reports/findings/group-findings.ts", "bench/src/web/demo-report.ts"];
  const places = placesOf(rule, (file) => (planted.includes(file) ? rule.planted : read(file)));
  const expected = planted.flatMap((file) =>
    rule.planted.split("\n").map((_, line) => `${file}:${line + 1}`),
  );
  expect(places.toSorted()).toEqual(expected.toSorted());
});
