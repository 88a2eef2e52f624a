import { hasEnded } from "../../../contract/findings/detector-states.js";
import type { ChannelKind } from "../../../contract/channels/kinds.js";
import { oneLine } from "../../mails/mail-text.js";
import { sentencesOf } from "../../messages/message.js";
import { ticketReceipt, type Thread } from "../channel-record.js";
import { incidentUrl, lineOf, noteOf, titleOf } from "../delivery-message.js";
import type { Sender, SenderDeps, Sending } from "./sender.js";
import { threadsOf } from "./threads.js";

/** What a delivery says about one incident, as plain text. */
export type Note = {
  /** The incident's id; for a problem, the delivery's. */
  id: string;
  title: string;
  /** "Worse", for example; null for what is new or what a person did. */
  state: string | null;
  paragraphs: string[];
  url: string;
  isOver: boolean;
};

export type Ticket = { ref: string; url: string; isOpen: boolean };

/**
 * The parts of a tracker's API that tickets need. Trackers don't recognize repeated requests, so tickets and
 * comments carry a marker, and every try after the first looks for it before it posts.
 */
export type Tracker = {
  /** Names the repository, project or team. */
  place: string;
  /** @throws DeliveryError without access */
  check: () => Promise<unknown>;
  /** @returns null if it was deleted */
  find: (ref: string) => Promise<Ticket | null>;
  findPosted: (marker: string) => Promise<Ticket | null>;
  open: (note: Note, marker: string) => Promise<Ticket>;
  hasComment: (ref: string, marker: string) => Promise<boolean>;
  comment: (ref: string, note: Note, marker: string) => Promise<unknown>;
  /** @returns false if the tracker's workflow doesn't allow it */
  setOpen: (ref: string, isOpen: boolean) => Promise<boolean>;
};

/**
 * Keeps one ticket per incident: new incidents open one, and later changes are comments. An incident that is
 * over closes its ticket, and one that comes back reopens it. A route that leaves out recoveries never closes
 * tickets.
 */
export const ticketSender =
  <K extends ChannelKind>(trackerOf: (deps: SenderDeps, sending: Sending<K>) => Tracker): Sender<K> =>
  async (deps, sending) => {
    const { delivery, receive } = sending;
    const tracker = trackerOf(deps, sending);
    if (delivery.kind === "test") {
      await tracker.check();
      return `Connected to ${tracker.place}`;
    }
    const threads = await threadsOf(deps, sending);
    const stuck: string[] = [];
    let isPosted = false;
    for (const note of notesOf(deps, sending)) {
      const part = ticketReceipt(note.id);
      isPosted ||= Boolean(delivery.receipts[part]);
      if (part in delivery.receipts) continue;
      const thread = threads.get(note.id);
      const known = thread?.place === tracker.place ? await tracker.find(thread.ref) : null;
      if (known && !(await addComment(tracker, sending, note, known))) stuck.push(known.url);
      const ticket = known ?? (note.isOver ? null : await openTicket(deps, tracker, sending, note));
      await receive(part, ticket?.url ?? "");
      isPosted ||= ticket !== null;
    }
    if (!isPosted) return `No ticket in ${tracker.place} to comment on`;
    const answer = `Posted to ${tracker.place}`;
    if (stuck.length === 0) return answer;
    return `${answer}, but its workflow doesn't allow closing or reopening ${stuck.join(", ")}`;
  };

function notesOf(
  { settings: { appUrl } }: SenderDeps,
  { delivery }: Pick<Sending<ChannelKind>, "delivery">,
): Note[] {
  if (delivery.kind === "problem") {
    const paragraphs = [oneLine(delivery.text ?? "")];
    const url = `${appUrl}${delivery.path}`;
    return [{ id: delivery.id, title: titleOf(delivery), state: null, paragraphs, url, isOver: false }];
  }
  return [
    ...delivery.changes.map((change) => {
      const { headline, url, ...line } = lineOf(change, appUrl);
      return {
        id: change.incidentId,
        title: headline,
        state: change.kind === "opened" ? null : noteOf(change),
        paragraphs: [headline, sentencesOf(line).join(" ")],
        url,
        isOver: hasEnded(change.kind),
      };
    }),
    ...delivery.activity.map(({ incidentId, done, comment }) => ({
      id: incidentId,
      title: "",
      state: null,
      paragraphs: [oneLine(`${delivery.about} ${done}.`), ...(comment === null ? [] : [comment])],
      url: incidentUrl(appUrl, incidentId),
      isOver: true,
    })),
  ];
}

type AnySending = Pick<Sending<ChannelKind>, "workspaceId" | "channel" | "delivery">;

async function openTicket(
  deps: SenderDeps,
  tracker: Tracker,
  { workspaceId, channel, delivery }: AnySending,
  note: Note,
): Promise<Ticket> {
  const marker = markerOf(note.id, delivery.id);
  const posted = delivery.attempts > 1 ? await tracker.findPosted(marker) : null;
  const paragraphs = note.paragraphs.filter((text) => text !== note.title);
  const ticket = posted ?? (await tracker.open({ ...note, paragraphs }, marker));
  const thread: Thread = {
    id: note.id,
    createdAt: delivery.createdAt,
    deliveryId: delivery.id,
    place: tracker.place,
    ref: ticket.ref,
    note: null,
  };
  if (delivery.kind === "run") await deps.channels.saveThread(workspaceId, channel.id, thread);
  return ticket;
}

/** @returns false if the ticket could not be closed or reopened */
async function addComment(
  tracker: Tracker,
  { delivery }: AnySending,
  note: Note,
  { ref, isOpen }: Ticket,
): Promise<boolean> {
  const marker = markerOf(note.id, delivery.id);
  const isPosted = delivery.attempts > 1 && (await tracker.hasComment(ref, marker));
  if (!isPosted) await tracker.comment(ref, note, marker);
  return isOpen !== note.isOver || tracker.setOpen(ref, !note.isOver);
}

const markerOf = (id: string, deliveryId: string): string => `plumbline-${id}-${deliveryId}`;

/** Trackers with Markdown allow several times as much. */
const longestText = 20_000;

/** A note as Markdown, with a link to Plumbline. */
export function markdownOf({ state, paragraphs, url }: Note): string {
  const text = [...(state === null ? [] : [`**${state}**`]), ...paragraphs.map(escapeMarkdown)].join("\n\n");
  return `${text.slice(0, longestText)}\n\n[Open in Plumbline](${url})`;
}

/** Shows text as it is: no Markdown or HTML, and no mentions or references, which would notify people. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>()~|&!+-]/g, "\\$&").replaceAll(/[@#]/g, "$&\u200B");
