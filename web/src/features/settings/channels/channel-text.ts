import type { Channel, Delivery } from "@contract/channels/channels";
import { channelKindOf, type ChannelKind } from "@contract/channels/kinds";
import { membersChannel, type RouteInput } from "@contract/channels/routes";
import { detectorOf } from "@contract/detectors";
import type { Page } from "@/lib/api-client";
import { capitalized, countOf, formatClock, formatMoment, weekdays } from "@/lib/format";

/** "08:00 AM" for an hour from 0 to 23. */
export const hourText = (hour: number): string => formatClock(hour, 0);

/** Names of what a route refers to by id. Names that aren't loaded or no longer exist are left out. */
export type RouteNames = {
  connection?: string | undefined;
  setup?: string | undefined;
  assignee?: string | undefined;
};

/** "Alerts", "Alerts on Checkout* with $os = Android". */
export function routeText(
  { severity, detectors, subject, segment, assigneeUid }: RouteInput,
  { assignee = "one person" }: RouteNames = {},
): string {
  const filters = [
    detectors.length > 0 && `by ${detectors.map((key) => `“${detectorOf(key).name}”`).join(", ")}`,
    subject && `on ${subject}`,
    segment && `with ${segment}`,
    assigneeUid && `assigned to ${assignee}`,
  ].filter(Boolean);
  const what = severity === "alert" ? "Alerts" : filters.length === 0 ? "Everything" : "Findings";
  return [what, ...filters].join(" ");
}

/** "All connections", "Demo Shop, Daily checks". */
export function placeText({ connectionId, setupId }: RouteInput, names: RouteNames = {}): string {
  const places = [
    connectionId && (names.connection ?? "One connection"),
    setupId && (names.setup ?? "One setup"),
  ].filter(Boolean);
  return places.length === 0 ? "All connections" : places.join(", ");
}

/** Where each incident is a ticket of its own. */
export const hasTickets = (kind: ChannelKind | undefined): boolean =>
  kind !== undefined && channelKindOf(kind).group === "Tickets";

/** How often a route sends, and the details: "Weekly digest" and "Monday, 08:00 AM (UTC)". */
export function timingTexts(
  { timing, quietHours, changes, timeZone, includesFailedRuns, includesNewNames }: RouteInput,
  kind: ChannelKind | undefined,
): [often: string, details: string] {
  const also = [includesFailedRuns && "when checks can't run", includesNewNames && "for new names"].filter(
    Boolean,
  );
  const details = (first: string | null) =>
    [
      first,
      quietHours && `Quiet from ${hourText(quietHours.from)} to ${hourText(quietHours.to)} (${timeZone})`,
      also.length > 0 && `Also ${also.join(" and ")}`,
    ]
      .filter(Boolean)
      .join(". ");
  if (kind && hasTickets(kind))
    return [
      channelKindOf(kind).line,
      details(changes === "all" ? "Closed when it recovers" : "Stays open when it recovers"),
    ];
  switch (timing.kind) {
    case "now":
      return [changes === "worse" ? "When new or worse" : "After each run with news", details(null)];
    case "daily":
      return ["Daily digest", details(`${hourText(timing.hour)} (${timeZone})`)];
    case "weekly":
      return [
        "Weekly digest",
        details(`${weekdays[timing.weekday - 1]}, ${hourText(timing.hour)} (${timeZone})`),
      ];
  }
}

type ChannelState = "off" | "failing" | "waiting" | "untested" | "connected";

export function stateOf({ isOn, failingSince, addresses, lastAnswer }: Channel): ChannelState {
  if (!isOn) return "off";
  if (failingSince !== null) return "failing";
  if (addresses.length > 0 && addresses.every(({ confirmedAt }) => confirmedAt === null)) return "waiting";
  return lastAnswer === null && addresses.length === 0 ? "untested" : "connected";
}

/** When a channel's last message was sent and what it said; or why none arrives, and what becomes of those that wait. */
export function lastTexts(
  channel: Channel,
  deliveries: Page<readonly Delivery[]> | undefined,
): [first: string, second: string] {
  const { addresses, failingSince, lastAnswer } = channel;
  const emails = addresses.filter(({ confirmedAt }) => confirmedAt === null).map(({ email }) => email);
  const unconfirmed = emails.length > 0 ? `Not confirmed: ${emails.join(", ")}` : "";
  if (stateOf(channel) === "waiting") return [unconfirmed, "Gets nothing until it is confirmed"];
  if (!lastAnswer) return ["Nothing sent yet", unconfirmed];
  const { at, isDelivered, title, text } = lastAnswer;
  if (failingSince !== null)
    return [`${text.replace(/\.$/, "")} since ${formatMoment(failingSince)}`, waitingText(deliveries)];
  const what = isDelivered ? title || text : text;
  return [capitalized(formatMoment(at)), [what, unconfirmed].filter(Boolean).join(". ")];
}

/** "2 messages wait. Next try today at 10:40 AM"; "20+ messages wait" if there may be more. */
function waitingText(deliveries: Page<readonly Delivery[]> | undefined): string {
  const tries = deliveries?.items.flatMap(({ nextTryAt }) => nextTryAt ?? []).sort() ?? [];
  if (!deliveries || tries.length === 0) return "";
  const wait = deliveries.nextCursor
    ? `${tries.length}+ messages wait`
    : `${countOf(tries.length, "message")} ${tries.length === 1 ? "waits" : "wait"}`;
  return `${wait}. Next try ${formatMoment(tries[0]!)}`;
}

/** "Delivered", "Delivered on try 2", "HTTP 500", "Sent to 2 members". */
export function deliveryText({ channelId, status, attempts, answer }: Delivery): string {
  if (channelId === membersChannel.id && answer !== null) return answer;
  if (status === "delivered") return attempts > 1 ? `Delivered on try ${attempts}` : "Delivered";
  return answer ?? "Waiting";
}
