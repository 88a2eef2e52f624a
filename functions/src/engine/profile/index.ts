export { emptyDay, type DayAggregates, type EventDay } from "./aggregates.js";
export { decodeDay, encodeDay } from "./codec.js";
export { countHistory } from "./count-history.js";
export { isJudgedByDefault, noExclusions, type Exclusions } from "./default-exclusions.js";
export { eraOf, type EraEvidence } from "./era-evidence.js";
export {
  createExportProfiler,
  ExportProfiler,
  type ExportProfile,
  type ExportProfilerOptions,
  type ExportStats,
} from "./export-profiler.js";
export { keyedHash } from "./keyed-hash.js";
export { openAggregates } from "./open-aggregates.js";
export { dayRange, dayStart, timeSeconds, type Era } from "./project-days.js";
export { TruncatedExportError, type TruncationSign } from "./truncated-export-error.js";
export { profileHistory } from "./profile-history.js";
export {
  decodeSnapshot,
  encodeSnapshot,
  snapshotReachDays,
  type ProfileSnapshot,
} from "./profile-snapshot.js";
export {
  createProfilesProfiler,
  ProfilesProfiler,
  type EngageProfile,
  type ProfilesProfilerOptions,
} from "./profiles-profiler.js";
