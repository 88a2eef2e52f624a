import type { OutboundAnswer, OutboundRequest } from "../../../ports/outbound-http.js";

/** Simulates the parts of GitHub's API that tickets need, for one repository. */
export class MemoryGithub {
  readonly issues: { title: string; body: string; state: string; comments: string[]; isDeleted?: true }[] =
    [];

  answer = ({ method, url, body }: OutboundRequest): Partial<OutboundAnswer> => {
    const { pathname, searchParams } = new URL(url);
    const ok = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });
    if (pathname === "/user") return ok({ login: "plumbline-bot" });
    const [, , , , , number, comments] = pathname.split("/");
    const sent = JSON.parse(body ?? "{}") as { title: string; body: string; state?: string };
    if (number === undefined) {
      if (!pathname.endsWith("/issues")) return ok({});
      if (method === "POST") {
        this.issues.push({ title: sent.title, body: sent.body, state: "open", comments: [] });
        return ok(this.#shown(this.issues.length), 201);
      }
      const all = this.issues.map((_, index) => this.#shown(index + 1));
      return ok(this.#page(all, searchParams));
    }
    const issue = this.issues[Number(number) - 1];
    if (!issue || issue.isDeleted) return { status: 410 };
    if (comments !== undefined && method === "GET")
      return ok(
        this.#page(
          issue.comments.map((text) => ({ body: text })),
          searchParams,
        ),
      );
    if (comments !== undefined) issue.comments.push(sent.body);
    else if (method === "PATCH") issue.state = sent.state!;
    return ok(this.#shown(Number(number)));
  };

  #shown(number: number) {
    const { title, body, state } = this.issues[number - 1]!;
    return { number, title, body, state, html_url: `https://github.com/acme/tracking/issues/${number}` };
  }

  #page<T>(all: readonly T[], query: URLSearchParams): T[] {
    const [size, page] = [Number(query.get("per_page")), Number(query.get("page"))];
    return all.slice(size * (page - 1), size * page);
  }
}
