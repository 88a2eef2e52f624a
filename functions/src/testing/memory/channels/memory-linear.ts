import type { OutboundAnswer, OutboundRequest } from "../../../ports/outbound-http.js";

type Issue = { id: string; title: string; body: string; state: string; comments: string[]; isDeleted?: true };
type Variables = {
  id: string;
  filter: { id: { eq: string } };
  input: { id: string; title: string; description: string; issueId: string; body: string; stateId: string };
};

/** Simulates the parts of Linear's API that tickets need, for one team. */
export class MemoryLinear {
  readonly issues: Issue[] = [];
  readonly #comments: string[] = [];

  answer = ({ body }: OutboundRequest): Partial<OutboundAnswer> => {
    const { query, variables } = JSON.parse(body!) as { query: string; variables: Variables };
    const { id, filter, input } = variables;
    const ok = (data: object) => ({ status: 200, body: JSON.stringify({ data }) });
    const operation = /^\w+ (\w+)/.exec(query)![1];
    switch (operation) {
      case "Team": {
        const states = ["unstarted", "completed"].map((type) => ({ id: type, type }));
        return ok({ teams: { nodes: [{ id: "t1", states: { nodes: states } }] } });
      }
      case "Issue": {
        const found = this.issues.filter((one) => one.id === filter.id.eq && !one.isDeleted);
        return ok({ issues: { nodes: found.map((one) => this.#shown(one)) } });
      }
      case "Comment":
        return ok({ comments: { nodes: this.#comments.filter((one) => one === filter.id.eq) } });
      case "CreateIssue": {
        const issue = {
          id: input.id,
          title: input.title,
          body: input.description,
          state: "open",
          comments: [],
        };
        this.issues.push(issue);
        return ok({ issueCreate: { issue: this.#shown(issue) } });
      }
      case "CreateComment": {
        this.#comments.push(input.id);
        this.issues.find((one) => one.id === input.issueId)!.comments.push(input.body);
        return ok({ commentCreate: { success: true } });
      }
      default:
        this.issues.find((one) => one.id === id)!.state = input.stateId === "completed" ? "closed" : "open";
        return ok({ issueUpdate: { success: true } });
    }
  };

  #shown(issue: Issue) {
    const url = `https://linear.app/acme/issue/ENG-${this.issues.indexOf(issue) + 1}`;
    return { id: issue.id, url, state: { type: issue.state === "closed" ? "completed" : "unstarted" } };
  }
}
