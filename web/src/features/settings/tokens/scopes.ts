import type { TokenScope } from "@contract/tokens";

export const scopeNames: Record<TokenScope, string> = {
  read: "Read",
  triage: "Triage",
  write: "Write",
  audit: "Audit log",
};

export const scopeHelp: Record<TokenScope, string> = {
  read: "Reads setups, runs, reports, incidents and data settings.",
  triage: "Also starts and cancels runs, changes incidents and records releases.",
  write: "Also changes connections, setups, data settings, channels and routes.",
  audit: "Reads the audit log, and nothing else.",
};
