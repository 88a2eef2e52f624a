import type { ResultRow } from "../../contract/results.js";
import { isFlagged } from "../../engine/result-row.js";
import type { RunRecord } from "../runs/run-record.js";
import { escapeHtml } from "./escape-html.js";
import { findingEntries, type FindingEntry } from "./finding-entries.js";
import type { Mail } from "./mailer.js";
import { oneLine } from "./one-line.js";

export type MailLinks = { reportUrl: string; unsubscribeUrl: string };
export type MailContent = Omit<Mail, "to" | "id">;

const entriesShown = 5;

/**
 * What a run found: new, ongoing and recovered, the five worst of each.
 * @param findings every row that is flagged or follows one of the run before
 */
export function findingsMail(run: RunRecord, findings: readonly ResultRow[], links: MailLinks): MailContent {
  const sections = [
    section("New", findings, (row) => isFlagged(row) && row.state === "new"),
    section("Ongoing", findings, (row) => isFlagged(row) && row.state === "ongoing"),
    section("Recovered", findings, ({ state }) => state === "recovered" || state === "new_level"),
  ].filter(({ total }) => total > 0);
  const count = (severity: ResultRow["severity"], noun: string) => {
    const rows = findings.filter((row) => row.severity === severity).length;
    return rows > 0 ? [plural(rows, noun)] : [];
  };
  const headline = [...count("alert", "alert"), ...count("warning", "warning")].join(", ");
  const title = oneLine(`${run.setup.name}: ${headline}`);
  return {
    subject: oneLine(`${headline}: ${run.setup.name}`),
    text: textOf(title, projectOf(run), sections, links),
    html: htmlOf(title, projectOf(run), sections, links),
    headers: unsubscribeHeaders(links),
  };
}

function section(
  title: string,
  findings: readonly ResultRow[],
  isOfIt: (row: ResultRow) => boolean,
): Section {
  const rows = findings.filter(isOfIt);
  const shown = findingEntries(rows).slice(0, entriesShown);
  return {
    title,
    total: rows.length,
    shown,
    more: rows.length - shown.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** That a scheduled run failed, and why. */
export function failureMail(run: RunRecord, links: MailLinks): MailContent {
  const title = oneLine(`${run.setup.name}: the scheduled run failed`);
  const text = `${run.error?.message ?? "It could not be carried out."} The schedule stays on. You will not be told of the same cause again until a run has succeeded.`;
  return {
    subject: oneLine(`Scheduled run failed: ${run.setup.name}`),
    text: textOf(title, text, [], links),
    html: htmlOf(title, text, [], links),
    headers: unsubscribeHeaders(links),
  };
}

type Section = { title: string; total: number; shown: FindingEntry[]; more: number };

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
const projectOf = ({ setup: { connection }, plan }: RunRecord): string =>
  oneLine(`${connection.projectName ?? connection.projectId}${plan ? `, up to ${plan.lastDay}` : ""}`);

const unsubscribeHeaders = ({ unsubscribeUrl }: MailLinks): Record<string, string> => ({
  "List-Unsubscribe": `<${unsubscribeUrl}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const textOf = (title: string, lead: string, sections: readonly Section[], links: MailLinks): string =>
  [
    title,
    lead,
    ...sections.map(({ title, total, shown, more }) =>
      [
        `${title} (${total})`,
        ...shown.map(({ label, name, reason }) => `- ${label} · ${name}\n  ${reason}`),
        ...(more > 0 ? [`- and ${more} more`] : []),
      ].join("\n"),
    ),
    `Open the report: ${links.reportUrl}`,
    `You get this because e-mail notifications are on. Unsubscribe: ${links.unsubscribeUrl}`,
  ].join("\n\n");

const colours = { Alert: "#b42318", Warning: "#8a5a00", Recovered: "#0b6b63" } as const;

/** Tables and inline styles: what mail programs understand. */
const htmlOf = (
  title: string,
  lead: string,
  sections: readonly Section[],
  links: MailLinks,
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f7f8f8;color:#15201f;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#fff;border:1px solid #dfe4e3;border-radius:8px"><tr><td style="padding:24px">
<h1 style="margin:0 0 4px;font-size:18px">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px;color:#52605e">${escapeHtml(lead)}</p>
${sections.map(sectionHtml).join("\n")}
<p style="margin:24px 0 0"><a href="${escapeHtml(links.reportUrl)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#0b6b63;color:#fff;font-weight:600;text-decoration:none">Open the report</a></p>
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;color:#52605e">You get this because e-mail notifications are on. <a href="${escapeHtml(links.unsubscribeUrl)}" style="color:#52605e">Unsubscribe</a></p>
</td></tr></table>
</body></html>
`;

const sectionHtml = ({ title, total, shown, more }: Section): string =>
  `<h2 style="margin:16px 0 4px;font-size:15px">${title} (${total})</h2>
${shown.map(({ label, name, reason }) => `<p style="margin:0 0 8px"><strong style="color:${colours[label]}">${label}</strong> · <strong>${escapeHtml(name)}</strong><br>${escapeHtml(reason)}</p>`).join("\n")}
${more > 0 ? `<p style="margin:0;color:#52605e">and ${more} more</p>` : ""}`;
