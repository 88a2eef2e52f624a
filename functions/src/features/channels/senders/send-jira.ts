import { z } from "zod";
import { OutboundError, type OutboundAnswer } from "../../../ports/outbound-http.js";
import { oneLine } from "../../mails/mail-text.js";
import { assertSuccess, DeliveryError, type SenderDeps, type Sending } from "./sender.js";
import { ticketSender, type Note, type Ticket, type Tracker } from "./ticket-sender.js";

/** Keeps issues in a project of Jira Cloud (REST API v3). Their markers are fragments of links. */
export const sendJira = ticketSender<"jira">((deps, sending): Tracker => {
  const { site, project, issueType } = sending.fields;
  const { call, callUnless } = apiOf(deps, sending);
  const ticketOf = ({ id, key, fields }: z.output<typeof issueSchema>): Ticket => ({
    ref: id,
    url: `https://${site}/browse/${key}`,
    isOpen: fields.status.statusCategory.key !== "done",
  });
  return {
    place: `${site}/${project}`,
    check: () => call("GET", `/project/${project}`),
    find: async (ref) => {
      const issue = await callUnless([404], "GET", `/issue/${ref}?fields=status`);
      return issue === null ? null : ticketOf(issueSchema.parse(issue));
    },
    findPosted: async (marker) => {
      const jql = `project = "${project}" AND creator = currentUser() AND created >= "-2d" ORDER BY created DESC`;
      for (let page = 0, token = ""; page < maxPages; page++) {
        const query = new URLSearchParams({ jql, fields: "status,description", maxResults: String(perPage) });
        if (token !== "") query.set("nextPageToken", token);
        const { issues, nextPageToken } = foundSchema.parse(
          await call("GET", `/search/jql?${query.toString()}`),
        );
        const found = issues.find(({ fields }) => hasMarker(fields.description, marker));
        if (found) return ticketOf(found);
        if (!nextPageToken) break;
        token = nextPageToken;
      }
      return null;
    },
    open: async (note, marker) => {
      const fields = {
        project: { key: project },
        issuetype: { name: issueType },
        summary: note.title.slice(0, longestTitle),
        description: documentOf(note, marker),
      };
      const { id, key } = createdSchema.parse(await call("POST", "/issue", { fields }));
      return { ref: id, url: `https://${site}/browse/${key}`, isOpen: true };
    },
    hasComment: async (ref, marker) => {
      const path = `/issue/${ref}/comment?orderBy=-created&maxResults=${perPage}`;
      const { comments } = commentsSchema.parse(await call("GET", path));
      return comments.some(({ body }) => hasMarker(body, marker));
    },
    comment: (ref, note, marker) => call("POST", `/issue/${ref}/comment`, { body: documentOf(note, marker) }),
    setOpen: async (ref, isOpen) => {
      const path = `/issue/${ref}/transitions`;
      const { transitions } = transitionsSchema.parse(await call("GET", path));
      const leadingTo = (category: string) =>
        transitions.find(({ to }) => to.statusCategory.key === category)?.id;
      const id = isOpen ? (leadingTo("new") ?? leadingTo("indeterminate")) : leadingTo("done");
      // Jira answers 400 to a transition that asks people to fill in something.
      return id !== undefined && (await callUnless([400], "POST", path, { transition: { id } })) !== null;
    },
  };
});

const statusSchema = z.object({ statusCategory: z.object({ key: z.string() }) });
const issueSchema = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ status: statusSchema, description: z.unknown() }),
});
const createdSchema = issueSchema.omit({ fields: true });
const foundSchema = z.object({ issues: z.array(issueSchema), nextPageToken: z.string().nullish() });
const commentsSchema = z.object({ comments: z.array(z.object({ body: z.unknown() })) });
const transitionsSchema = z.object({ transitions: z.array(z.object({ id: z.string(), to: statusSchema })) });
const errorsSchema = z.object({
  errorMessages: z.array(z.string()).default([]),
  errors: z.record(z.string(), z.string()).default({}),
});

const longestTitle = 255;
/** Jira allows 32,767 characters, and answers to a search are limited to 64 KB. */
const longestText = 8_000;
const perPage = 5;
const maxPages = 20;
/** Jira's search may not know an issue yet that was just created. */
const searchLagSeconds = 120;

/** Atlassian Document Format. Its texts are shown as they are: no markup and no mentions. */
function documentOf({ state, paragraphs, url }: Note, marker: string) {
  const texts = paragraphs.flatMap((text) => text.split("\n")).filter((text) => text.trim() !== "");
  return {
    type: "doc",
    version: 1,
    content: [
      ...(state === null ? [] : [paragraph(state, { type: "strong" })]),
      ...texts.map((text) => paragraph(text.slice(0, longestText / texts.length))),
      paragraph("Open in Plumbline", { type: "link", attrs: { href: `${url}#${marker}` } }),
    ],
  };
}
const paragraph = (text: string, ...marks: object[]) => ({
  type: "paragraph",
  content: [{ type: "text", text, ...(marks.length > 0 && { marks }) }],
});
const hasMarker = (document: unknown, marker: string): boolean =>
  JSON.stringify(document ?? null).includes(`#${marker}"`);

function apiOf({ outbound, settings }: SenderDeps, { fields }: Sending<"jira">) {
  const { site, email, token, project } = fields;

  /** @returns null for these statuses */
  async function callUnless(
    statuses: readonly number[],
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<unknown> {
    const request = {
      method,
      url: `${settings.channelServices.jira(site)}/rest/api/3${path}`,
      headers: {
        accept: "application/json",
        authorization: `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    const answer = await outbound.send(request).catch((error: unknown) => {
      throw error instanceof OutboundError ? new DeliveryError(error.message, searchLagSeconds) : error;
    });
    if (statuses.includes(answer.status)) return null;
    if (answer.status === 401) throw new DeliveryError("Jira refused the email address or the token.");
    if (answer.status === 404)
      throw new DeliveryError(`${project} wasn't found on ${site}, or the account has no access to it.`);
    if (answer.status === 400) throw new DeliveryError(`Jira answered: ${refusalIn(answer)}`);
    assertSuccess(answer);
    // Transitions have no body.
    return answer.body === "" ? {} : (JSON.parse(answer.body) as unknown);
  }
  const call = (method: "GET" | "POST", path: string, body?: object) => callUnless([], method, path, body);
  return { call, callUnless };
}

/** Names the fields that the project requires, for example. */
function refusalIn({ body }: OutboundAnswer): string {
  try {
    const { errorMessages, errors } = errorsSchema.parse(JSON.parse(body));
    const named = Object.entries(errors).map(([field, text]) => `${field}: ${text}`);
    return oneLine([...errorMessages, ...named].join(" ")).slice(0, 300);
  } catch {
    return "HTTP 400";
  }
}
