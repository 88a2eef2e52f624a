import { expect, test } from "vitest";
import { deliver, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { startRun } from "../lifecycle/start-run.js";
import { getCsvData } from "../../reports/get-csv-data.js";
import { getReport } from "../../reports/get-report.js";

/** A run over the test project, with other names for its broken event and property. */
async function judgedAs(event: string, property: string) {
  const deps = await runWorld();
  const renamed = JSON.stringify(deps.mixpanel.events)
    .replaceAll('"Purchase"', JSON.stringify(event))
    .replaceAll('"plan"', JSON.stringify(property));
  // JSON.parse makes `__proto__` an ordinary property, as it is in an export.
  deps.mixpanel.events = JSON.parse(renamed) as typeof deps.mixpanel.events;
  deps.mixpanel.names = deps.mixpanel.names.map((name) => (name === "Purchase" ? event : name));
  deps.mixpanel.counts = new Map(
    [...deps.mixpanel.counts].map(([name, days]) => [name === "Purchase" ? event : name, days]),
  );
  const { id } = await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  const report = await getReport(deps, workspaceId, id);
  const csv = await getCsvData(deps, workspaceId, id, "event_count_change");
  return { report, csv, mail: deps.mailer.sent[0]! };
}

test.each([
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "hasOwnProperty"],
])("an event named %s and a property named %s are judged like any other", async (event, property) => {
  const plain = await judgedAs("Purchase", "plan");
  const odd = await judgedAs(event, property);
  const nameOf = (name: string | null) => (name === "Purchase" ? event : name === "plan" ? property : name);
  expect(odd.report.summary).toEqual(plain.report.summary);
  const rowsOf = ({ detectors }: typeof plain.report) => detectors.flatMap(({ topRows }) => topRows);
  // An incident's id depends on the name of its subject.
  const figures = ({
    reason: _reason,
    incident: _incident,
    finding: _finding,
    ...row
  }: ReturnType<typeof rowsOf>[number]) => row;
  expect(rowsOf(odd.report).map(figures)).toEqual(
    rowsOf(plain.report).map((row) => ({ ...figures(row), entity: nameOf(row.entity) })),
  );
  expect(odd.csv.rows.map((row) => row[odd.csv.headers.indexOf("entity")])).toContain(event);
  expect(odd.mail.text).toContain(`${event} down `);
  expect(odd.mail.text).toContain(`${property} missing on 100% of Sign Up`);
  expect(odd.mail.text).not.toMatch(/\[object|function /);
});
