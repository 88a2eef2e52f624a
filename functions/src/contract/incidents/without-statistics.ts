/** Matches the sentences of a reason that say how likely the finding is by chance and what decided it. */
const statistics =
  / (?:How likely this is by chance:|Decided (?:by|over) |Expected from the recent level).*?\.(?= |$)/g;

/** Removes the statistics from a finding's reason; its analysis shows them under "How this was decided". */
export const withoutStatistics = (reason: string): string => reason.replace(statistics, "");
