import type { TokenScope } from "@contract/tokens";

export const scopeNames: Record<TokenScope, string> = { read: "Read", triage: "Triage", write: "Write" };

export const scopeHelp: Record<TokenScope, string> = {
  read: "Reads setups, runs, reports, incidents and data settings.",
  triage: "Also starts and cancels runs and changes incidents.",
  write: "Also changes connections, setups and data settings.",
};
