import type { Delivery } from "@contract/channels/channels";
import { membersChannel, type Route } from "@contract/channels/routes";
import { detectorOf } from "@contract/detectors";
import { formatClock, weekdays } from "@/lib/format";

/** "08:00 AM" for an hour from 0 to 23. */
export const hourText = (hour: number): string => formatClock(hour, 0);

/** Names of what a route refers to by id. Names that aren't loaded or no longer exist are left out. */
export type RouteNames = {
  connection?: string | undefined;
  setup?: string | undefined;
  assignee?: string | undefined;
};

/** "Every alert", "Alerts on Checkout* with $os = Android in Demo Shop". */
export function routeText(
  { severity, detectors, subject, segment, connectionId, setupId, assigneeUid }: Route,
  names: RouteNames,
): string {
  const filters = [
    detectors.length > 0 && `by ${detectors.map((key) => `“${detectorOf(key).name}”`).join(", ")}`,
    subject && `on ${subject}`,
    segment && `with ${segment}`,
    connectionId && `in ${names.connection ?? "one connection"}`,
    setupId && `of ${names.setup ?? "one setup"}`,
    assigneeUid && `assigned to ${names.assignee ?? "one person"}`,
  ].filter(Boolean);
  if (filters.length === 0) return severity === "alert" ? "Every alert" : "Everything";
  return [severity === "alert" ? "Alerts" : "Findings", ...filters].join(" ");
}

/** "Every change, quiet from 10:00 PM to 07:00 AM (UTC)", "Daily digest at 08:00 AM (UTC)". */
export function timingText({ timing, quietHours, changes, timeZone }: Route): string {
  const which = changes === "worse" ? "When new or worse" : "Every change";
  switch (timing.kind) {
    case "now":
      return quietHours
        ? `${which}, quiet from ${hourText(quietHours.from)} to ${hourText(quietHours.to)} (${timeZone})`
        : which;
    case "daily":
      return `Daily digest at ${hourText(timing.hour)} (${timeZone})`;
    case "weekly":
      return `Weekly digest, ${weekdays[timing.weekday - 1]} at ${hourText(timing.hour)} (${timeZone})`;
  }
}

/** "Delivered", "Delivered on try 2", "HTTP 500", "Sent to 2 members". */
export function deliveryText({ channelId, status, attempts, answer }: Delivery): string {
  if (channelId === membersChannel.id && answer !== null) return answer;
  if (status === "delivered") return attempts > 1 ? `Delivered on try ${attempts}` : "Delivered";
  return answer ?? "Waiting";
}
