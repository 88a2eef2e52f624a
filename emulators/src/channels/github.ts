import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson, sendJson } from "../http/body.js";
import { limit } from "./limit.js";

export interface GithubIssue {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly created_at: string;
  readonly comments: { readonly body: string; readonly created_at: string }[];
  state: string;
}

const maxBody = 65_536;
const maxTitle = 256;
/** GitHub slows down those who create much content quickly; about 20 a minute is documented by its users. */
const perMinute = 20;

/**
 * Issues of any repository at `/github/repos/<owner>/<name>`. Tokens begin with `github_pat_` or `ghp_`. The
 * repository `missing` of any owner doesn't exist, and `no-issues` has issues switched off.
 */
export class Github {
  readonly issues: GithubIssue[] = [];
  /** Counts an issue or comment; false if it is one too many. */
  readonly accepts: () => boolean;

  constructor(private readonly now: () => number = Date.now) {
    this.accepts = limit(perMinute, 60_000, now);
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void =>
      sendJson(response, status, body, headers);
    if (!/^Bearer (github_pat_|ghp_)/.test(request.headers.authorization ?? ""))
      return send(401, { message: "Bad credentials" });
    if (request.headers["user-agent"] === undefined) return send(403, { message: "Administrative rules" });
    const path = url.pathname.replace("/github", "");
    if (path === "/user") return send(200, { login: "plumbline-bot" });
    const [, , owner, name, kind, number, comments] = path.split("/");
    const repository = `${owner}/${name}`;
    if (!path.startsWith("/repos/") || name === "missing") return send(404, { message: "Not Found" });
    if (kind === undefined) return send(200, { full_name: repository, has_issues: name !== "no-issues" });
    if (name === "no-issues") return send(410, { message: "Issues are disabled for this repo" });
    const own = this.issues.filter((issue) => issue.repository === repository);
    const issue = own.find((one) => one.number === Number(number));
    if (number !== undefined && !issue) return send(404, { message: "Not Found" });
    const listed = <T extends { created_at: string }>(all: readonly T[]): T[] => {
      const size = Number(url.searchParams.get("per_page") ?? 30);
      const first = size * (Number(url.searchParams.get("page") ?? 1) - 1);
      const since = url.searchParams.get("since") ?? "";
      return all.filter((one) => one.created_at >= since).slice(first, first + size);
    };
    if (request.method === "GET") {
      if (comments !== undefined) return send(200, listed(issue!.comments));
      return send(200, issue ? shown(issue) : listed(own).map(shown));
    }
    const { title = "", body = "", state } = await readJson(request);
    if (request.method === "PATCH") {
      issue!.state = String(state);
      return send(200, shown(issue!));
    }
    const isInvalid = !issue && (title === "" || String(title).length > maxTitle);
    if (isInvalid || String(body).length > maxBody) return send(422, { message: "Validation Failed" });
    if (!this.accepts())
      return send(403, { message: "You have exceeded a secondary rate limit." }, { "retry-after": "60" });
    const created_at = new Date(this.now()).toISOString();
    if (issue) {
      issue.comments.push({ body: String(body), created_at });
      return send(201, issue.comments.at(-1));
    }
    const made: GithubIssue = {
      repository,
      number: own.length + 1,
      title: String(title),
      body: String(body),
      created_at,
      comments: [],
      state: "open",
    };
    this.issues.push(made);
    send(201, shown(made));
  }
}

const shown = ({ comments, ...issue }: GithubIssue) => ({
  ...issue,
  comments: comments.length,
  html_url: `https://github.com/${issue.repository}/issues/${issue.number}`,
});
