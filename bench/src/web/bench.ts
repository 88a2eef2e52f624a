import os from "node:os";
import { formatLighthouse, medianScores, runLighthouse } from "./lighthouse.js";
import { measureLanding } from "./landing-weight.js";
import { withBrowser } from "./browser.js";
import { withPreview } from "./preview.js";

/** The bars of the landing page: gzip kilobytes of JavaScript, and Lighthouse's four scores on desktop. */
const mostJavaScriptKb = 200;
const leastScore = 95;
/** Odd; the median is taken, as single runs differ. */
const lighthouseRuns = 3;

/** Builds the web app, serves the build and measures its signed-out `/`. Exit code 1 when a bar is missed. */
await withPreview(async (origin) => {
  const weight = await withBrowser((port) => measureLanding(origin, port));
  for (const { path, gzipBytes } of weight.scripts) console.log(`${kb(gzipBytes).padStart(8)}  ${path}`);
  const total = weight.scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  console.log(
    `${kb(total).padStart(8)}  JavaScript of the signed-out landing page, gzip (bar: ≤ ${mostJavaScriptKb} KB)`,
  );

  const runs = [];
  for (let run = 0; run < lighthouseRuns; run++)
    runs.push(await withBrowser((port) => runLighthouse(origin, port)));
  const scores = medianScores(runs);
  console.log(
    `Load of the machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.cpus().length} cores; a busy one loses performance points.`,
  );
  console.log(formatLighthouse(scores, leastScore));
  const isMet = total <= mostJavaScriptKb * 1000 && scores.every(({ score }) => score >= leastScore);
  process.exitCode = isMet ? 0 : 1;
});

/** Kilobytes of 1,000 bytes, as Vite prints them. */
function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
