import type { NameDecisions } from "../../contract/names/names.js";

export const noDecisions: NameDecisions = { notices: {}, patterns: [] };
