import type { OutboundAnswer, OutboundRequest } from "../../../ports/outbound-http.js";

type Document = { content: { content: { text: string; marks?: Mark[] }[] }[] };
type Mark = { type: string; attrs?: { href: string } };
type Issue = { title: string; body: string; state: string; comments: string[]; isDeleted?: true };
type Stored = Issue & { document: Document; documents: Document[] };

/** Simulates the parts of Jira's API that tickets need, for one project. */
export class MemoryJira {
  readonly issues: Stored[] = [];
  /** Whether the workflow has transitions. */
  isStuck = false;

  answer = ({ method, url, body }: OutboundRequest): Partial<OutboundAnswer> => {
    const { pathname } = new URL(url);
    const ok = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });
    const [kind, number, of] = pathname.split("/rest/api/3/")[1]!.split("/");
    if (kind === "project") return ok({});
    if (kind === "search") return ok({ issues: this.issues.map((_, index) => this.#shown(index + 1)) });
    const sent = JSON.parse(body ?? "{}") as {
      fields: { summary: string; description: Document };
      body: Document;
      transition: { id: string };
    };
    if (number === undefined) {
      const { summary, description } = sent.fields;
      this.issues.push({
        title: summary,
        body: textOf(description),
        document: description,
        state: "open",
        comments: [],
        documents: [],
      });
      const { id, key } = this.#shown(this.issues.length);
      return ok({ id, key }, 201);
    }
    const issue = this.issues[Number(number) - 1];
    if (!issue || issue.isDeleted) return { status: 404 };
    if (of === "comment") {
      if (method === "GET") return ok({ comments: issue.documents.map((one) => ({ body: one })) });
      issue.comments.push(textOf(sent.body));
      issue.documents.push(sent.body);
      return ok({}, 201);
    }
    if (of === "transitions") {
      const to = (key: string) => ({ statusCategory: { key } });
      const transitions = [
        { id: "11", to: to("indeterminate") },
        { id: "21", to: to("done") },
      ];
      if (method === "GET") return ok({ transitions: this.isStuck ? [] : transitions });
      issue.state = sent.transition.id === "21" ? "closed" : "open";
      return { status: 204 };
    }
    return ok(this.#shown(Number(number)));
  };

  #shown(number: number) {
    const { document, state } = this.issues[number - 1]!;
    const status = { statusCategory: { key: state === "closed" ? "done" : "new" } };
    return { id: String(number), key: `TRACK-${number}`, fields: { status, description: document } };
  }
}

/** As Markdown. */
const textOf = ({ content }: Document): string =>
  content
    .flatMap((block) => block.content)
    .map(({ text, marks: [mark] = [] }) =>
      mark === undefined ? text : mark.attrs ? `[${text}](${mark.attrs.href})` : `**${text}**`,
    )
    .join("\n\n");
