import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../../common/parse-json.js";
import { oneLine } from "../../mails/mail-text.js";
import { assertSuccess, DeliveryError, type SenderDeps, type Sending } from "./sender.js";
import { markdownOf, ticketSender, type Ticket, type Tracker } from "./ticket-sender.js";

/** Keeps issues of a team in Linear (GraphQL). Callers choose the ids of issues and comments, so these are the markers. */
export const sendLinear = ticketSender<"linear">((deps, sending): Tracker => {
  const { team: key } = sending.fields;
  const call = callerOf(deps, sending);
  const readTeam = async () => {
    const { teams } = teamsSchema.parse(await call(teamQuery, { key }));
    const [found] = teams.nodes;
    if (!found) throw new DeliveryError(`The team ${key} wasn't found, or the API key has no access to it.`);
    return found;
  };
  let known: ReturnType<typeof readTeam> | undefined;
  // The same for all tickets of a message.
  const team = () => (known ??= readTeam());
  const find = async (id: string): Promise<Ticket | null> => {
    const { issues } = issuesSchema.parse(await call(issueQuery, { filter: { id: { eq: id } } }));
    return issues.nodes[0] ? ticketOf(issues.nodes[0]) : null;
  };
  return {
    place: `Linear/${key}`,
    check: team,
    find,
    findPosted: (marker) => find(uuidOf(marker)),
    open: async (note, marker) => {
      const input = {
        id: uuidOf(marker),
        teamId: (await team()).id,
        title: note.title.slice(0, longestTitle),
        description: markdownOf(note),
      };
      return ticketOf(createdSchema.parse(await call(createIssue, { input })).issueCreate.issue);
    },
    hasComment: async (_ref, marker) => {
      const answer = await call(commentQuery, { filter: { id: { eq: uuidOf(marker) } } });
      return commentsSchema.parse(answer).comments.nodes.length > 0;
    },
    comment: (issueId, note, marker) =>
      call(createComment, { input: { id: uuidOf(marker), issueId, body: markdownOf(note) } }),
    setOpen: async (id, isOpen) => {
      const { nodes } = (await team()).states;
      const wanted = isOpen ? ["unstarted", "backlog", "started"] : ["completed"];
      const state = wanted.map((type) => nodes.find((one) => one.type === type)).find(Boolean);
      if (state) await call(updateIssue, { id, input: { stateId: state.id } });
      return state !== undefined;
    },
  };
});

const teamQuery =
  "query Team($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id states { nodes { id type } } } } }";
const issueQuery =
  "query Issue($filter: IssueFilter!) { issues(filter: $filter) { nodes { id url state { type } } } }";
const commentQuery = "query Comment($filter: CommentFilter!) { comments(filter: $filter) { nodes { id } } }";
const createIssue =
  "mutation CreateIssue($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id url state { type } } } }";
const createComment =
  "mutation CreateComment($input: CommentCreateInput!) { commentCreate(input: $input) { success } }";
const updateIssue =
  "mutation UpdateIssue($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }";

const list = <T extends z.ZodType>(item: T) => z.object({ nodes: z.array(item) });
const issueSchema = z.object({ id: z.string(), url: z.string(), state: z.object({ type: z.string() }) });
const issuesSchema = z.object({ issues: list(issueSchema) });
const createdSchema = z.object({ issueCreate: z.object({ issue: issueSchema }) });
const commentsSchema = z.object({ comments: list(z.object({ id: z.string() })) });
const stateSchema = z.object({ id: z.string(), type: z.string() });
const teamsSchema = z.object({ teams: list(z.object({ id: z.string(), states: list(stateSchema) })) });
const errorSchema = z.object({
  message: z.string(),
  extensions: z
    .object({ code: z.string().optional(), userPresentableMessage: z.string().optional() })
    .default({}),
});
const answerSchema = z.object({ data: z.unknown().optional(), errors: z.array(errorSchema).default([]) });

const longestTitle = 255;
const ended = ["completed", "canceled", "duplicate"];

const ticketOf = ({ id, url, state }: z.output<typeof issueSchema>): Ticket => ({
  ref: id,
  url,
  isOpen: !ended.includes(state.type),
});

/** A UUID in the format of version 4, always the same for a marker. */
function uuidOf(marker: string): string {
  const hex = createHash("sha256").update(marker).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const callerOf =
  ({ outbound, settings }: SenderDeps, { fields }: Sending<"linear">) =>
  async (query: string, variables: object): Promise<unknown> => {
    const answer = await outbound.send({
      method: "POST",
      url: settings.channelServices.linear,
      headers: { authorization: fields.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    if (answer.status === 401) throw refused();
    const parsed = answerSchema.safeParse(parseJson(answer.body));
    // Linear answers 400, also to requests beyond its rate limit.
    const [error] = parsed.data?.errors ?? [];
    if (error?.extensions.code === "AUTHENTICATION_ERROR") throw refused();
    if (error) {
      const { message, extensions } = error;
      throw new DeliveryError(
        `Linear answered: ${oneLine(extensions.userPresentableMessage ?? message).slice(0, 300)}`,
        answer.retryAfterSeconds,
      );
    }
    assertSuccess(answer);
    return parsed.data?.data;
  };

const refused = (): DeliveryError => new DeliveryError("Linear refused the API key.");
