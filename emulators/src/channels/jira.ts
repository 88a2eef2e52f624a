import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readJson, sendJson } from "../http/body.js";
import { limit } from "./limit.js";

export interface JiraIssue {
  readonly site: string;
  readonly id: string;
  readonly key: string;
  readonly summary: string;
  readonly description: unknown;
  readonly createdAt: number;
  readonly comments: unknown[];
  status: "To Do" | "In Progress" | "Done";
}

const maxSummary = 255;
const maxText = 32_767;
/** A search doesn't know an issue for some seconds after it was created. */
const searchLagMs = 5_000;
/** Documented for writes to one issue. */
const writesInTwoSeconds = 20;
const issueTypes = ["Task", "Bug", "Story"];
const categories = { "To Do": "new", "In Progress": "indeterminate", Done: "done" } as const;
const statuses = Object.keys(categories) as JiraIssue["status"][];

/**
 * Issues of any site at `/jira/<site>/rest/api/3`, with the types Task, Bug and Story. Any account may do anything, unless
 * its token is `revoked`. The project `MISSING` doesn't exist, and issues of `STUCK` can't become done.
 */
export class Jira {
  readonly issues: JiraIssue[] = [];
  /** Counts a write to an issue; false if it is one too many. */
  readonly accepts: (id: string) => boolean;

  constructor(private readonly now: () => number = () => Date.now()) {
    this.accepts = limit(writesInTwoSeconds, 2_000, now);
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void =>
      sendJson(response, status, body, headers);
    const refuse = (status: number, errors: Record<string, string>, ...errorMessages: string[]): void =>
      send(status, { errorMessages, errors });
    const [, account] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const [email, token] = Buffer.from(account ?? "", "base64")
      .toString()
      .split(":");
    if (!email?.includes("@") || !token || token === "revoked")
      return refuse(401, {}, "Client must be authenticated to access this resource.");
    const [, , site = "", , , version, kind, name, part] = url.pathname.split("/");
    if (version !== "3") return refuse(404, {}, "Not found.");
    const own = this.issues.filter((issue) => issue.site === site);
    if (kind === "project")
      return name === "MISSING"
        ? refuse(404, {}, "No project could be found with key 'MISSING'.")
        : send(200, { key: name });
    if (kind === "search") return name === "jql" ? this.#search(own, url, send) : send(410, {});
    if (kind !== "issue") return refuse(404, {}, "Not found.");
    const sent = request.method === "POST" ? await readJson(request) : {};
    if (name === undefined) {
      const fields = isRecord(sent["fields"]) ? sent["fields"] : {};
      const errors = createErrors(fields);
      if (Object.keys(errors).length > 0) return refuse(400, errors);
      const issue = this.#create(site, own, fields);
      return send(201, { id: issue.id, key: issue.key });
    }
    const issue = own.find(({ id, key }) => id === name || key === name);
    if (!issue) return refuse(404, {}, "Issue does not exist or you do not have permission to see it.");
    if (request.method === "POST" && !this.accepts(issue.id))
      return send(429, {}, { "retry-after": "2", "ratelimit-reason": "jira-per-issue-on-write" });
    if (part === "comment") {
      if (request.method === "GET")
        return send(200, { comments: [...issue.comments].reverse().map((body) => ({ body })) });
      const problem = documentProblem(sent["body"]);
      if (problem !== null) return refuse(400, { comment: problem });
      issue.comments.push(sent["body"]);
      return send(201, {});
    }
    if (part === "transitions") {
      const open = statuses.filter((status) => status !== "Done" || !issue.key.startsWith("STUCK-"));
      const transitions = open.map((status) => ({ id: idOf(status), name: status, to: shownStatus(status) }));
      if (request.method === "GET") return send(200, { transitions });
      const wanted = isRecord(sent["transition"]) ? String(sent["transition"]["id"]) : "";
      const status = open.find((one) => idOf(one) === wanted);
      if (!status) return refuse(400, {}, `It seems that you have tried to perform a workflow operation`);
      issue.status = status;
      response.writeHead(204).end();
      return;
    }
    send(200, shown(issue));
  }

  #search(own: readonly JiraIssue[], url: URL, send: (status: number, body: unknown) => void): void {
    const [, project] = /project = "(\w+)"/.exec(url.searchParams.get("jql") ?? "") ?? [];
    if (project === undefined)
      return send(400, { errorMessages: ["Unbounded JQL queries are not allowed here."] });
    const found = own
      .filter((issue) => issue.key.startsWith(`${project}-`) && issue.createdAt <= this.now() - searchLagMs)
      .reverse();
    const first = Number(url.searchParams.get("nextPageToken") ?? 0);
    const next = first + Number(url.searchParams.get("maxResults") ?? 50);
    send(200, {
      issues: found.slice(first, next).map(shown),
      ...(next < found.length && { nextPageToken: String(next) }),
      isLast: next >= found.length,
    });
  }

  #create(site: string, own: readonly JiraIssue[], fields: Record<string, unknown>): JiraIssue {
    const project = String((fields["project"] as Record<string, unknown>)["key"]);
    const number = own.filter(({ key }) => key.startsWith(`${project}-`)).length + 1;
    const issue: JiraIssue = {
      site,
      id: String(10_001 + this.issues.length),
      key: `${project}-${number}`,
      summary: String(fields["summary"]),
      description: fields["description"],
      createdAt: this.now(),
      comments: [],
      status: "To Do",
    };
    this.issues.push(issue);
    return issue;
  }
}

const idOf = (status: JiraIssue["status"]): string => String(11 + 10 * statuses.indexOf(status));
const shownStatus = (status: JiraIssue["status"]) => ({
  name: status,
  statusCategory: { key: categories[status] },
});
const shown = ({ id, key, summary, description, status }: JiraIssue) => ({
  id,
  key,
  fields: { summary, description, status: shownStatus(status) },
});

function createErrors(fields: Record<string, unknown>): Record<string, string> {
  const { project, issuetype, summary, description } = fields;
  const key = isRecord(project) ? project["key"] : undefined;
  const type = isRecord(issuetype) ? issuetype["name"] : undefined;
  const document = documentProblem(description);
  return {
    ...((typeof key !== "string" || key === "MISSING") && { project: "Specify a valid project ID or key" }),
    ...(!issueTypes.includes(String(type)) && { issuetype: "Specify a valid issue type" }),
    ...((typeof summary !== "string" || summary === "") && { summary: "You must specify a summary." }),
    ...(String(summary).includes("\n") && { summary: "The summary is invalid because it contains newlines" }),
    ...(String(summary).length > maxSummary && { summary: "Summary can't exceed 255 characters." }),
    ...(document !== null && { description: document }),
  };
}

/** Why Jira refuses a text in Atlassian Document Format; null if it doesn't. */
function documentProblem(document: unknown): string | null {
  if (!isRecord(document) || document["type"] !== "doc" || document["version"] !== 1)
    return "Operation value must be an Atlassian Document (see the Atlassian Document Format)";
  const lines = documentLines(document);
  if (lines.some((line) => line === "")) return "INVALID_INPUT";
  return lines.join("").length > maxText ? "CONTENT_LIMIT_EXCEEDED" : null;
}

/** The texts of a document, one per paragraph. */
export const documentLines = (document: unknown): string[] =>
  childrenOf(document).map((paragraph) =>
    childrenOf(paragraph)
      .map(({ text }) => (typeof text === "string" ? text : ""))
      .join(""),
  );

const childrenOf = (node: unknown): Record<string, unknown>[] =>
  isRecord(node) && Array.isArray(node["content"]) ? (node["content"] as unknown[]).filter(isRecord) : [];
