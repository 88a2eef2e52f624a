import type { RunReport } from "@contract/runs";
import type { Workspace } from "@contract/workspaces";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { channelsQuery, routesQuery } from "@/data/channels";
import { setupQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { invitationsQuery, membersQuery } from "@/data/workspaces";
import { describeCron } from "@/lib/cron";
import { countOf, formatClock } from "@/lib/format";

/** Six in the morning, when the day before is complete. */
const dailyHour = 6;
export const dailyCron = `0 ${dailyHour} * * *`;
/** "06:00 AM". */
export const dailyTime = formatClock(dailyHour, 0);

type FirstStep = { kind: "daily" | "channel" | "invite"; isDone: boolean; result: string };

/** The steps towards hearing about the next problem in time that the person may do, and whether they still matter. */
export function useFirstSteps({ setupId }: Pick<RunReport, "setupId">, { id: workspaceId }: Workspace) {
  const key = `plumbline-first-steps-${workspaceId}`;
  const [isOver, setIsOver] = useState(() => isStored(key));
  const may = {
    daily: useMay("updateSetup"),
    channel: useMay("createChannel"),
    invite: useMay("inviteMember"),
  };
  const setup = useQuery({ ...setupQuery(setupId), enabled: !isOver });
  const channels = useQuery({ ...channelsQuery(), enabled: !isOver && may.channel });
  const routes = useQuery({ ...routesQuery(), enabled: !isOver && may.channel });
  const members = useQuery({ ...membersQuery(), enabled: !isOver && may.invite });
  const invitations = useQuery({ ...invitationsQuery(), enabled: !isOver && may.invite });

  const routed =
    channels.data?.filter(({ id }) => routes.data?.some(({ channelId }) => channelId === id)) ?? [];
  const invited = (members.data?.length ?? 1) - 1 + (invitations.data?.length ?? 0);
  const { data } = setup;
  const all: FirstStep[] = [
    {
      kind: "daily",
      isDone: data !== undefined && data.scheduleCron !== "" && data.status === "active",
      result: data ? `Runs by itself: ${describeCron(data.scheduleCron, data.scheduleTimezone)}` : "",
    },
    {
      kind: "channel",
      isDone: routed.length > 0,
      result: `Sent to ${routed.map(({ name }) => name).join(", ")}`,
    },
    {
      kind: "invite",
      isDone: invited > 0,
      result: `${countOf(invited, "other person", "other people")} so far`,
    },
  ];
  // A deleted setup can't be scheduled.
  const steps = all.filter(({ kind }) => may[kind] && !(kind === "daily" && setup.isError));
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const isAllDone = steps.length > 0 && doneCount === steps.length;
  // Whoever does the last step still sees that it is done. On the next visit the card is gone.
  useEffect(() => {
    if (isAllDone) store(key);
  }, [isAllDone, key]);
  const close = () => {
    store(key);
    setIsOver(true);
  };
  return { setup: data, steps: isOver ? [] : steps, doneCount, close };
}

/** Blocked storage only means that the card comes back. */
function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(key, "over");
  } catch {
    // See above.
  }
}
