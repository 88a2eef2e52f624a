export { emptyDay } from "./aggregates/day-aggregates.js";
export { encodeDay } from "./encoding/encode-day.js";
export { countHistory } from "./aggregates/count-history.js";
export { inferExportTimeBasis } from "./export/export-time-basis.js";
export {
  createExportProfiler,
  ExportProfiler,
  type ExportProfile,
  type ExportStats,
} from "./export/export-profiler.js";
export { openAggregates } from "./encoding/open-aggregates.js";
export { dayRange, dayStart, timeSeconds, type ExportTimeBasis } from "./aggregates/project-days.js";
export { TruncatedExportError, type TruncationSign } from "./export/truncated-export-error.js";
export { profileHistory } from "./profiles/profile-history.js";
export { createProfilesProfiler, type EngageProfile } from "./profiles/profiles-profiler.js";
