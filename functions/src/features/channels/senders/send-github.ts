import { z } from "zod";
import { addMs, minuteMs, toInstant } from "../../../common/time.js";
import { oneLine } from "../../mails/mail-text.js";
import { sentencesOf } from "../../messages/message.js";
import { ticketReceipt, type Thread } from "../channel-record.js";
import { incidentUrl, isOver, lineOf, noteOf, titleOf } from "../delivery-message.js";
import { assertSuccess, DeliveryError, type Sender, type SenderDeps, type Sending } from "./sender.js";
import { threadsOf } from "./threads.js";

/** What a delivery says about one incident. */
type Note = { id: string; title: string; text: string; url: string; isOver: boolean };

/**
 * Keeps one issue per incident: new incidents open one, and later changes are comments. An incident that is
 * over closes its issue, and one that comes back reopens it. A route that leaves out recoveries never closes
 * issues.
 *
 * GitHub doesn't recognize repeated requests. So issues and comments carry an id in a hidden comment, and every
 * try after the first looks for it before it posts.
 */
export const sendGithub: Sender<"github"> = async (deps, sending) => {
  const { delivery, fields, receive } = sending;
  if (delivery.kind === "test") {
    await call(deps, sending, "GET", "");
    return `Connected to ${fields.repository}`;
  }
  const threads = await threadsOf(deps, sending);
  for (const note of notesOf(deps, sending)) {
    const part = ticketReceipt(note.id);
    if (part in delivery.receipts) continue;
    await receive(part, await postNote(deps, sending, note, threads.get(note.id)));
  }
  return `Posted to ${fields.repository}`;
};

function notesOf({ settings: { appUrl } }: SenderDeps, { delivery }: Sending<"github">): Note[] {
  if (delivery.kind === "problem") {
    const url = `${appUrl}${delivery.path}`;
    const text = escape(oneLine(delivery.text ?? ""));
    return [{ id: delivery.id, title: titleOf(delivery), text, url, isOver: false }];
  }
  return [
    ...delivery.changes.map((change) => {
      const { headline, ...line } = lineOf(change, appUrl);
      const text = [`**${noteOf(change)}**`, escape(headline), escape(sentencesOf(line).join(" "))].join(
        "\n\n",
      );
      return {
        id: change.incidentId,
        title: headline,
        text,
        url: line.url,
        isOver: isOver(change.kind),
      };
    }),
    ...delivery.activity.map(({ incidentId, done, comment }) => ({
      id: incidentId,
      title: "",
      text: escape(
        [oneLine(`${delivery.about} ${done}.`), ...(comment === null ? [] : [comment])].join("\n\n"),
      ),
      url: incidentUrl(appUrl, incidentId),
      isOver: true,
    })),
  ];
}

/** @returns the issue's URL; empty if an incident that is over never had an issue */
async function postNote(
  deps: SenderDeps,
  sending: Sending<"github">,
  note: Note,
  thread: Thread | undefined,
): Promise<string> {
  const { fields, workspaceId, channel, delivery } = sending;
  const known = thread?.place === fields.repository ? await addComment(deps, sending, note, thread) : null;
  if (known !== null || note.isOver) return known ?? "";
  const marker = `<!-- plumbline ${note.id} -->`;
  const issue =
    (await findPosted(deps, sending, `/issues?state=all&creator=${await login(deps, sending)}&`, marker)) ??
    (await call(deps, sending, "POST", "/issues", {
      title: note.title.slice(0, longestTitle),
      body: bodyOf(note, marker),
    }));
  const { number, html_url: url } = issueSchema.parse(issue);
  if (delivery.kind === "run")
    await deps.channels.saveThread(workspaceId, channel.id, {
      id: note.id,
      createdAt: delivery.createdAt,
      deliveryId: delivery.id,
      place: fields.repository,
      ref: String(number),
      note: null,
    });
  return url;
}

/** @returns the issue's URL, or null if it was deleted */
async function addComment(
  deps: SenderDeps,
  sending: Sending<"github">,
  note: Note,
  { ref }: Thread,
): Promise<string | null> {
  const path = `/issues/${ref}`;
  const marker = `<!-- plumbline ${sending.delivery.id} -->`;
  const issue = issueSchema.nullable().parse(await call(deps, sending, "GET", path, undefined, [404, 410]));
  if (issue === null) return null;
  if (!(await findPosted(deps, sending, `${path}/comments?`, marker)))
    await call(deps, sending, "POST", `${path}/comments`, { body: bodyOf(note, marker) });
  const state = note.isOver ? "closed" : "open";
  if (issue.state !== state) await call(deps, sending, "PATCH", path, { state });
  return issue.html_url;
}

const longestTitle = 256;
/** GitHub allows 65,536 characters. */
const longestText = 20_000;

const bodyOf = ({ text, url }: Note, marker: string): string =>
  `${text.slice(0, longestText)}\n\n[Open in Plumbline](${url})\n\n${marker}`;

/** Shows text as it is: no Markdown or HTML, and no mentions or references, which would notify people. */
const escape = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>()~|&!+-]/g, "\\$&").replaceAll(/[@#]/g, "$&\u200B");

const issueSchema = z.object({ number: z.number(), html_url: z.string(), state: z.string() });
const postedSchema = z.array(z.looseObject({ body: z.string().nullish() }));

/** Answers are limited to 64 KB, and an issue's is about 8 KB. */
const perPage = 5;
const maxPages = 20;
/** GitHub's clock may be behind ours by this much. */
const clockSkewMs = 10 * minuteMs;

/** The issue or comment with this marker that an earlier try posted; null if there is none. */
async function findPosted(
  deps: SenderDeps,
  sending: Sending<"github">,
  path: string,
  marker: string,
): Promise<unknown> {
  if (sending.delivery.attempts <= 1) return null;
  const created = new Date(sending.delivery.createdAt);
  const since = toInstant(addMs(created, -clockSkewMs)).replace(/\.\d+/, "");
  for (let page = 1; page <= maxPages; page++) {
    const query = `since=${since}&per_page=${perPage}&page=${page}`;
    const posted = postedSchema.parse(await call(deps, sending, "GET", `${path}${query}`));
    const found = posted.find(({ body }) => body?.includes(marker));
    if (found) return found;
    if (posted.length < perPage) break;
  }
  return null;
}

/** Whose token it is; empty on the first try, which looks for nothing. */
async function login(deps: SenderDeps, sending: Sending<"github">): Promise<string> {
  if (sending.delivery.attempts <= 1) return "";
  const user = await request(deps, sending, "GET", `${deps.settings.channelServices.github}/user`);
  return z.object({ login: z.string() }).parse(user).login;
}

const call = (
  deps: SenderDeps,
  sending: Sending<"github">,
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object,
  absent: readonly number[] = [],
): Promise<unknown> => {
  const base = `${deps.settings.channelServices.github}/repos/${sending.fields.repository}`;
  return request(deps, sending, method, `${base}${path}`, body, absent);
};

/** @param absent statuses for which the answer is null */
async function request(
  { outbound }: SenderDeps,
  { fields }: Sending<"github">,
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
  assertSuccess(answer);
  return JSON.parse(answer.body) as unknown;
}
