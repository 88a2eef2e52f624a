import { z } from "zod";
import { addMs, minuteMs, toInstant } from "../../../common/time.js";
import { assertSuccess, DeliveryError, type SenderDeps, type Sending } from "./sender.js";
import { markdownOf, ticketSender, type Note, type Ticket, type Tracker } from "./ticket-sender.js";

/** Keeps issues in a repository. Their markers are hidden comments. */
export const sendGithub = ticketSender<"github">((deps, sending): Tracker => {
  const api = apiOf(deps, sending);
  return {
    place: sending.fields.repository,
    check: () => api.call("GET", ""),
    find: async (ref) =>
      ticketOf(issueSchema.nullable().parse(await api.call("GET", `/issues/${ref}`, undefined, [404, 410]))),
    findPosted: async (marker) => {
      const found = await api.findPosted(`/issues?state=all&creator=${await api.login()}&`, marker);
      return ticketOf(issueSchema.nullable().parse(found));
    },
    open: async (note, marker) => {
      const issue = { title: note.title.slice(0, longestTitle), body: bodyOf(note, marker) };
      return ticketOf(issueSchema.parse(await api.call("POST", "/issues", issue)))!;
    },
    hasComment: async (ref, marker) => (await api.findPosted(`/issues/${ref}/comments?`, marker)) !== null,
    comment: (ref, note, marker) =>
      api.call("POST", `/issues/${ref}/comments`, { body: bodyOf(note, marker) }),
    setOpen: async (ref, isOpen) => {
      await api.call("PATCH", `/issues/${ref}`, { state: isOpen ? "open" : "closed" });
      return true;
    },
  };
});

const issueSchema = z.object({ number: z.number(), html_url: z.string(), state: z.string() });
const ticketOf = (issue: z.output<typeof issueSchema> | null): Ticket | null =>
  issue && { ref: String(issue.number), url: issue.html_url, isOpen: issue.state === "open" };

const longestTitle = 256;

const bodyOf = (note: Note, marker: string): string => `${markdownOf(note)}\n\n<!-- ${marker} -->`;

const postedSchema = z.array(z.looseObject({ body: z.string().nullish() }));

/** Answers are limited to 64 KB, and an issue's is about 8 KB. */
const perPage = 5;
const maxPages = 20;
/** GitHub asks for this after a limit of which it doesn't say when it ends. */
const shortestWaitSeconds = 60;
/** GitHub's clock may be behind ours by this much. */
const clockSkewMs = 10 * minuteMs;

function apiOf({ outbound, settings }: SenderDeps, { fields, delivery }: Sending<"github">) {
  const base = settings.channelServices.github;

  /** @param absent statuses for which the answer is null */
  async function request(
    method: "GET" | "POST" | "PATCH",
    url: string,
    body?: object,
    absent: readonly number[] = [],
  ): Promise<unknown> {
    const answer = await outbound.send({
      method,
      url,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${fields.token}`,
        "content-type": "application/json",
        "user-agent": "Plumbline",
        "x-github-api-version": "2022-11-28",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (absent.includes(answer.status)) return null;
    if (answer.status === 401) throw new DeliveryError("GitHub refused the token.");
    if (answer.status === 404)
      throw new DeliveryError(`${fields.repository} wasn't found, or the token has no access to it.`);
    assertSuccess({ ...answer, retryAfterSeconds: answer.retryAfterSeconds ?? shortestWaitSeconds });
    return JSON.parse(answer.body) as unknown;
  }

  const call = (
    method: "GET" | "POST" | "PATCH",
    path: string,
    body?: object,
    absent?: readonly number[],
  ): Promise<unknown> => request(method, `${base}/repos/${fields.repository}${path}`, body, absent);

  let login: Promise<string> | undefined;
  const readLogin = async () =>
    z.object({ login: z.string() }).parse(await request("GET", `${base}/user`)).login;
  return {
    call,
    /** Whose token it is. */
    login: () => (login ??= readLogin()),
    /** The issue or comment with this marker that an earlier try posted; null if there is none. */
    findPosted: async (path: string, marker: string) => {
      const since = toInstant(addMs(new Date(delivery.createdAt), -clockSkewMs)).replace(/\.\d+/, "");
      for (let page = 1; page <= maxPages; page++) {
        const query = `since=${since}&per_page=${perPage}&page=${page}`;
        const posted = postedSchema.parse(await call("GET", `${path}${query}`));
        const found = posted.find(({ body }) => body?.includes(marker));
        if (found) return found;
        if (posted.length < perPage) break;
      }
      return null;
    },
  };
}
