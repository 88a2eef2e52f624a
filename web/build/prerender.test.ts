import * as words from "@words";
import { descriptors } from "@contract/detectors/descriptors";
import { causePercent } from "@contract/findings/cause-text";
import { byRank } from "@contract/incidents/rank";
import type { IncidentDetail } from "@contract/incidents";
import type { IncidentContext } from "@contract/integrations/project-context";
import type { DetectorResult, RunReport } from "@contract/runs";
import { beforeAll, describe, expect, it } from "vitest";
import sampleIncident from "../src/features/incidents/sample/sample-incident.json";
import sample from "../src/features/reports/demo/sample-report.json";
import { prerenderPages, type PrerenderedPage } from "../src/prerender";

let pages: PrerenderedPage[] = [];
beforeAll(async () => {
  pages = await prerenderPages();
});

const page = (path: string) => pages.find(({ meta }) => meta?.path === path)!;

/** The text that somebody reads with JavaScript off. */
const textOf = ({ content }: PrerenderedPage) =>
  content
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");

describe("the HTML of the public pages", () => {
  it("has the whole landing page", () => {
    for (const text of [
      "Know the day your tracking breaks.",
      "90+ startups",
      "hundreds of data teams",
      "How it works",
      "Your data is not retained after analysis",
      "Up to 10,000 rows analysed",
      "Running all nine checks daily costs at most $",
      "How do you avoid false alarms?",
      "Catch the next break the day it happens.",
      "Not affiliated with Mixpanel",
    ])
      expect(textOf(page("/"))).toContain(text);
  });

  it("has every use case with its meaning and example", () => {
    for (const { name, useCase } of descriptors)
      for (const text of [name, useCase.meaning, useCase.example])
        expect(textOf(page("/use-cases"))).toContain(text);
  });

  it("opens every use case when scripts are off", () => {
    expect(page("/use-cases").head).toMatch(
      /\}html:not\(\.light\):not\(\.dark\) \.css-\w+\{grid-template-rows:1fr/,
    );
  });

  it("has a chart from the demo shop for every use case", () => {
    const { content } = page("/use-cases");
    expect(content.match(/<figure/g)).toHaveLength(descriptors.length);
  });

  it("says on the security page what is stored and for how long", () => {
    for (const text of ["AES-256-GCM", "400 days", "Raw events and user profiles are not stored"])
      expect(textOf(page("/security"))).toContain(text);
  });

  it("has the sample report with its findings", () => {
    for (const text of [
      "This is a sample report",
      "8 alerts",
      "What broke",
      "Checkout Started",
      "sort_order",
      "the day of “Checkout v2 live”",
      "Widely used",
    ])
      expect(textOf(page("/demo"))).toContain(text);
  });

  it("has the sample report's most important incident with who uses it and what changed", () => {
    const { incident, context, result } = sampleIncident as unknown as {
      incident: IncidentDetail;
      context: IncidentContext;
      result: DetectorResult;
    };
    const { run } = sample as unknown as { run: RunReport };
    const open = run.detectors.flatMap(({ topRows }) => topRows).filter((row) => row.incident !== null);
    const first = open.map((row) => ({ ...row, ...row.incident! })).sort(byRank)[0]!;
    expect(first.id).toBe(incident.id);
    expect(result.rows.map((row) => words.headlineOf(row.finding!))).toEqual([incident.finding.headline]);
    expect(words.sentenceOf(first.finding!)).toBe(incident.finding.reason);
    // Only its row leads to a page; the others lead to their analyses.
    expect(open.filter((row) => row.incident!.now).map((row) => row.incident!.id)).toEqual([incident.id]);
    expect(page("/demo").content).toContain('href="/demo/incident"');

    // The landing page's chart leads to it.
    expect(page("/").content).toContain('href="/demo/incident"');
    const origin = `${causePercent(first.causeDetail!.part)} of the ${words.causeWordsOf(first.finding!).affected} have`;
    for (const path of ["/", "/demo"]) expect(textOf(page(path))).toContain(origin);
    expect(textOf(page("/demo/incident"))).toContain(` ${causePercent(first.causeDetail!.part)} `);

    const shown = textOf(page("/demo/incident"));
    for (const text of [
      "This is a sample incident",
      "Who uses it",
      "What changed around then",
      incident.finding.headline,
      ...context.usedBy!.objects.slice(0, 5).map(({ name }) => name),
      ...context.changes.map(({ title }) => title),
    ])
      expect(shown).toContain(text);
    expect(context.changes.length).toBeGreaterThan(0);
    expect(page("/demo/incident").content).toContain('href="/demo/event_count_change"');
    expect(page("/demo/incident").content).not.toMatch(/<(textarea|form)|mixpanel\.com/);
  });

  it("prints every figure of the sample report's findings as messages do", () => {
    const { run, analyses } = sample as unknown as {
      run: RunReport;
      analyses: { result: DetectorResult }[];
    };
    const lastDay = run.window!.lastDay;
    let compared = 0;
    const expectIn = (path: string, texts: readonly string[]) => {
      // Names stand in elements of their own, and an arrow is an icon that reads as "to".
      const shown = textOf(page(path)).replaceAll(/\s/g, "");
      for (const text of texts) {
        expect(shown, path).toContain(text.replaceAll("→", "to").replaceAll(/\s/g, ""));
        compared++;
      }
    };
    const open = run.detectors.flatMap(({ id, topRows }) =>
      topRows.flatMap(({ finding, incident }) =>
        finding && finding.severity !== "normal" ? [{ id, finding, rank: incident!.rank }] : [],
      ),
    );
    const ranked = open.toSorted(byRank);
    const headline = (finding: (typeof ranked)[number]["finding"]) => words.headlineOf(finding, { lastDay });
    expectIn("/demo", [headline(ranked[0]!.finding)]);
    for (const { finding } of open)
      expectIn("/demo", [
        words.sentenceOf(finding, { lastDay }),
        words.observedText(finding),
        words.expectedText(finding),
        words.changeText(finding) ?? "",
      ]);
    for (const { result } of analyses) {
      const finding = result.rows[0]?.finding;
      if (!finding) continue;
      const evidence = words.evidenceOf(finding).map(({ value }) => value);
      expectIn(`/demo/${result.id}`, [
        words.changeText(finding) ?? "",
        words.sentenceOf(finding, { lastDay }),
        ...evidence,
      ]);
    }
    expect(compared).toBeGreaterThanOrEqual(40);
  });

  it("has every analysis of the sample report with its finding, chart and table", () => {
    for (const { key, name } of descriptors) {
      const analysis = page(`/demo/${key}`);
      for (const text of [name, "Demo report", "How this was decided"])
        expect(textOf(analysis), key).toContain(text);
      expect(analysis.content, key).toContain('viewBox="0 0 860');
      expect(analysis.content, key).toContain("<td");
    }
  });

  it("runs its code immediately only on pages with charts drawn for the width of the screen", () => {
    for (const { content, meta } of pages.filter(({ meta }) => meta))
      expect(meta?.isMeasured ?? false, meta?.path).toBe(content.includes('viewBox="0 0 860'));
  });

  it("needs no script to assemble the page, and shows no skeleton instead of content", () => {
    for (const { content, meta } of pages) {
      expect(content, meta?.path).not.toContain("<script");
      expect(content, meta?.path).not.toContain("aria-busy");
    }
  });

  it("has metadata for search engines and link previews, once", () => {
    for (const { head, meta } of pages.filter(({ meta }) => meta)) {
      expect(head.match(/<title>/g)).toHaveLength(1);
      expect(head).toContain(`<link rel="canonical" href="https://plumbline.dev${meta!.path}" />`);
      expect(head).toContain('<meta name="description"');
      expect(head).toContain('<meta property="og:image" content="https://plumbline.dev/preview.png" />');
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1];
      expect(JSON.parse(data ?? "")).toMatchObject({ "@context": "https://schema.org" });
    }
  });

  it("includes the styles of every class it uses", () => {
    for (const { head, content, skeleton } of pages) {
      const classes = new Set(`${content}${skeleton}`.match(/css-[a-z0-9]+/g));
      for (const name of classes) expect(head.includes(`.${name}`), name).toBe(true);
    }
  });

  it("has the app's skeleton for signed-in users, also at addresses without their own page", () => {
    expect(page("/").skeleton).toContain("Loading home");
    const other = pages.at(-1)!;
    expect(other.meta).toBeUndefined();
    expect(other.content).toBe("");
    for (const { skeleton } of pages) expect(skeleton).toContain("Data Settings");
  });
});
