export const inFlightStatuses = ["pending", "running"] as const;
const reportStatuses = ["completed", "partial"] as const;
export const endedStatuses = [...reportStatuses, "failed", "cancelled"] as const;
export const runStatuses = [...inFlightStatuses, ...endedStatuses] as const;

type WithStatus = { status: (typeof runStatuses)[number] };

const isOneOf =
  (statuses: readonly string[]) =>
  ({ status }: WithStatus): boolean =>
    statuses.includes(status);

export const isInFlight = isOneOf(inFlightStatuses);
export const hasReport = isOneOf(reportStatuses);
export const isEnded = isOneOf(endedStatuses);
