/** Sentences of the engine's reasons that say how likely a finding is by chance and what decided it. */
const statistics =
  / (?:How likely this is by chance:|Decided (?:by|over) |Expected from the recent level).*?\.(?= |$)/g;

/** A finding's reason without its statistics, which its analysis has under "How this was decided". */
export const withoutStatistics = (reason: string): string => reason.replace(statistics, "");
