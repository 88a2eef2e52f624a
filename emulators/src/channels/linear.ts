import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readJson, sendJson } from "../http/body.js";
import { limit } from "./limit.js";

export interface LinearIssue {
  readonly id: string;
  readonly identifier: string;
  readonly title: string;
  readonly description: string;
  readonly comments: { readonly id: string; readonly body: string }[];
  state: string;
}

const states = ["backlog", "unstarted", "started", "completed", "canceled"];
const perHour = 1_500;
const hourMs = 3_600_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The operations of Linear's GraphQL API that are used, at `/linear/graphql`. API keys begin with `lin_api_`, and any team
 * exists but `MISSING`. Errors have status 400, also beyond the rate limit.
 */
export class Linear {
  readonly issues: LinearIssue[] = [];
  /** Counts a request; false if it is one too many. */
  readonly accepts: () => boolean;

  constructor(now: () => number = () => Date.now()) {
    this.accepts = limit(perHour, hourMs, now);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (
      status: number,
      code: string,
      message: string,
      headers: Record<string, string> = {},
    ): void => sendJson(response, status, { errors: [{ message, extensions: { code } }] }, headers);
    if (!request.headers.authorization?.startsWith("lin_api_"))
      return refuse(401, "AUTHENTICATION_ERROR", "Authentication required, not authenticated");
    if (!this.accepts())
      return refuse(400, "RATELIMITED", "Rate limit exceeded", {
        "x-ratelimit-requests-remaining": "0",
        "x-ratelimit-requests-reset": String(Date.now() + hourMs),
      });
    const { query, variables } = await readJson(request);
    const given = isRecord(variables) ? variables : {};
    const [, field = ""] = /\{\s*(\w+)/.exec(String(query)) ?? [];
    const data = this.#run(field, given);
    if (typeof data === "string") return refuse(400, "INPUT_ERROR", data);
    sendJson(response, 200, { data });
  }

  /** @returns the data, or why the request is refused */
  #run(field: string, { key, id, filter, input }: Record<string, unknown>): object | string {
    const { id: wanted } = isRecord(filter) && isRecord(filter["id"]) ? { id: filter["id"]["eq"] } : {};
    const fields: Record<string, unknown> = isRecord(input) ? input : {};
    const all = this.issues.flatMap((issue) => [issue.id, ...issue.comments.map((one) => one.id)]);
    const isIdValid = uuid.test(String(fields["id"])) && !all.includes(String(fields["id"]));
    switch (field) {
      case "teams": {
        const team = {
          id: `team-${String(key)}`,
          states: { nodes: states.map((type) => ({ id: type, type })) },
        };
        return { teams: { nodes: key === "MISSING" ? [] : [team] } };
      }
      case "issues":
        return { issues: { nodes: this.issues.filter((issue) => issue.id === wanted).map(shown) } };
      case "comments": {
        const comments = this.issues.flatMap((issue) => issue.comments);
        return { comments: { nodes: comments.filter((one) => one.id === wanted) } };
      }
      case "issueCreate": {
        const [, team] = /^team-(.+)$/.exec(String(fields["teamId"])) ?? [];
        if (!isIdValid) return "id must be a new UUID";
        if (team === undefined) return "teamId must be a UUID";
        const title = String(fields["title"]);
        if (title === "" || title.length > 255)
          return "title must be shorter than or equal to 255 characters";
        const issue: LinearIssue = {
          id: String(fields["id"]),
          identifier: `${team}-${this.issues.length + 1}`,
          title,
          description: String(fields["description"]),
          comments: [],
          state: "backlog",
        };
        this.issues.push(issue);
        return { issueCreate: { success: true, issue: shown(issue) } };
      }
      case "commentCreate": {
        const issue = this.issues.find((one) => one.id === fields["issueId"]);
        if (!isIdValid) return "id must be a new UUID";
        if (!issue) return "Entity not found: Issue";
        issue.comments.push({ id: String(fields["id"]), body: String(fields["body"]) });
        return { commentCreate: { success: true } };
      }
      case "issueUpdate": {
        const issue = this.issues.find((one) => one.id === id);
        if (!issue) return "Entity not found: Issue";
        if (!states.includes(String(fields["stateId"]))) return "stateId must be a UUID";
        issue.state = String(fields["stateId"]);
        return { issueUpdate: { success: true } };
      }
      default:
        return `Cannot query field "${field}"`;
    }
  }
}

const shown = ({ id, identifier, state }: LinearIssue) => ({
  id,
  url: `https://linear.app/acme/issue/${identifier}`,
  state: { type: state },
});
