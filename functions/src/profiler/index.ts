/**
 * The profiler: raw exports and profiles in, daily aggregates out, in one streaming pass. Everything outside this folder
 * imports only this file.
 */
export { type DayAggregates, emptyDay } from "./aggregates/day-aggregates.js";
export { createKeyedHashes } from "./aggregates/keyed-hash.js";
export { dayStart, timeSeconds, type ExportTimeBasis } from "./aggregates/project-days.js";

export { inferExportTimeBasis, TimeBasisEvidenceCounter } from "./export/export-time-basis.js";
export {
  createExportProfiler,
  ExportProfiler,
  type ExportProfile,
  type ExportStats,
} from "./export/export-profiler.js";
export { TruncatedExportError, type TruncationSign } from "./export/truncated-export-error.js";

export { profileHistory } from "./profiles/profile-history.js";
export {
  decodeSnapshot,
  encodeSnapshot,
  isWithinReach,
  type ProfileSnapshot,
} from "./profiles/profile-snapshot.js";
export { createProfilesProfiler, type EngageProfile } from "./profiles/profiles-profiler.js";
export { SegmentedProfilesProfiler } from "./profiles/segmented-profiles-profiler.js";

// How aggregates are stored.
export { ByteReader } from "./encoding/byte-reader.js";
export { ByteWriter } from "./encoding/byte-writer.js";
export { decodeDay, encodeChunks, encodeDay } from "./encoding/encode-day.js";
export {
  allEvents,
  type Chunk,
  type EventRange,
  JoinedChunks,
  openChunk,
  type OpenDay,
} from "./encoding/joined-chunks.js";
export { mergeDays } from "./encoding/merge-days.js";
export { openAggregates, openDays, SharedDays } from "./encoding/open-aggregates.js";
export { TableReader, TableWriter } from "./encoding/value-table.js";
