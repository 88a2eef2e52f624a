import { atLeast, type Bar } from "../bars.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { plant, tells } from "./bench.js";
import { propertyFaults } from "./faults.js";
import { plumblineRule } from "./plumbline-rule.js";

/** How long a fault has lasted when a run is made. */
const ages = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14] as const;
const longest = 14;

/**
 * Measures whether findings name the day on which a fault began, in runs on the days after it, and whether they keep to
 * the day that they named first.
 */
export function benchOnset({ seed, perFault }: { seed: string; perFault: number }): Bar[] {
  const perAge = ages.map(() => ({ n: 0, exact: 0, near: 0 }));
  let [followed, kept] = [0, 0];
  for (const fault of propertyFaults)
    for (let i = 0; i < perFault; i++) {
      const { calendar, property } = plant(`${seed} onset`, fault, longest, i, {
        checkBackDays: usualSettings.checkBackDays + longest,
      });
      const began = calendar.days.length - longest;
      const named: string[] = [];
      ages.forEach((age, a) => {
        const end = began + age;
        const upTo = {
          calendar: { ...calendar, days: calendar.days.slice(0, end) },
          property: { ...property, rows: property.rows.slice(0, end), days: property.days.slice(0, end) },
        };
        const finding = plumblineRule
          .judge(upTo.calendar, [upTo.property], usualSettings)
          .find((one) => tells(one, fault));
        if (!finding?.since) return;
        const off = Math.abs(calendar.days.indexOf(finding.since) - began);

        perAge[a]!.n++;
        if (off === 0) perAge[a]!.exact++;
        if (off <= 1) perAge[a]!.near++;
        named.push(finding.since);
      });
      followed += Math.max(0, named.length - 1);
      kept += named.slice(1).filter((since, r) => since <= named[r]!).length;
    }
  const sumOf = (key: "n" | "exact" | "near") => perAge.reduce((sum, one) => sum + one[key], 0);
  printTable(
    "First bad day of findings on properties, by days since the fault began: right, within a day",
    ["", ...ages.map((age) => `${age} d`), "all"],
    (["exact", "near"] as const).map((key) => [
      key === "exact" ? "right" : "within a day",
      ...perAge.map((one) => share(one[key], one.n)),
      share(sumOf(key), sumOf("n")),
    ]),
  );
  return [
    atLeast("first bad day right", sumOf("exact"), sumOf("n"), 0.95),
    atLeast("first bad day within a day", sumOf("near"), sumOf("n"), 0.99),
    atLeast("first bad day not later in the next run", kept, followed, 0.99),
  ];
}
