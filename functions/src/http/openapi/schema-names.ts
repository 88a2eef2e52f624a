import { sizesSchema } from "../../contract/findings/sizes.js";
import { z } from "zod";
import {
  channelSchema,
  createChannelSchema,
  createdChannelSchema,
  nullableSecretEnvSchema,
  deliverySchema,
  rotatedSecretSchema,
  updateChannelSchema,
} from "../../contract/channels/channels.js";
import {
  createRouteSchema,
  routeInputSchema,
  routePreviewSchema,
  routeSchema,
  updateRouteSchema,
} from "../../contract/channels/routes.js";
import {
  createConnectionSchema,
  connectionSchema,
  updateConnectionSchema,
} from "../../contract/connections.js";
import { idSchema } from "../../contract/common.js";
import { dataSettingsSchema, updateDataSettingsSchema } from "../../contract/data-settings.js";
import {
  detectorCatalogueEntrySchema,
  detectorKeySchema,
  detectorSettingsSchema,
  selectedDetectorSchema,
} from "../../contract/detectors.js";
import { sameDayChangeSchema } from "../../contract/incidents/began-together.js";
import {
  changedIncidentsSchema,
  changeIncidentsSchema,
  incidentDetailSchema,
  incidentSchema,
  timelineEntrySchema,
} from "../../contract/incidents.js";
import { errorBodySchema } from "../../contract/errors.js";
import {
  onsetSchema,
  figuresSchema,
  findingSchema,
  hoursOfDaySchema,
  subjectSchema,
  successorSchema,
} from "../../contract/findings/finding.js";
import {
  causeSchema,
  detailedRowSchema,
  projectDaySchema,
  rowSeriesSchema,
  segmentSchema,
} from "../../contract/results.js";
import { incidentContextSchema, whoUsesSchema } from "../../contract/integrations/project-context.js";
import { replayDaySchema, replaySchema, startReplaySchema, toldHoursSchema } from "../../contract/replay.js";
import { createReleaseSchema, releaseSchema } from "../../contract/integrations/releases.js";
import {
  activeRunSchema,
  csvDataSchema,
  detectorResultSchema,
  downloadSchema,
  reportDetectorSchema,
  runReportSchema,
  runSchema,
  runSummarySchema,
  startedRunSchema,
} from "../../contract/runs.js";
import {
  createSetupSchema,
  setupEstimateSchema,
  setupSchema,
  setupSuggestionSchema,
  updateSetupSchema,
} from "../../contract/setups.js";
import { tokenScopeSchema } from "../../contract/tokens.js";
import { auditEntrySchema, currentWorkspaceSchema, roleSchema } from "../../contract/workspaces.js";

const { shape: incident } = incidentSchema;
const { shape: run } = runSchema;
const { shape: check } = reportDetectorSchema;

const named: Record<string, z.ZodType> = {
  ActiveRun: activeRunSchema,
  AuditEntry: auditEntrySchema,
  Channel: channelSchema,
  ChannelInput: createChannelSchema,
  ChannelUpdate: updateChannelSchema,
  ChangedIncidents: changedIncidentsSchema,
  CheckCounts: check.counts,
  CheckResult: reportDetectorSchema,
  Connection: connectionSchema,
  ConnectionInput: createConnectionSchema,
  ConnectionUpdate: updateConnectionSchema,
  CreatedChannel: createdChannelSchema,
  CsvTable: csvDataSchema,
  CurrentWorkspace: currentWorkspaceSchema,
  DataSettings: dataSettingsSchema,
  DataSettingsUpdate: updateDataSettingsSchema,
  Day: projectDaySchema,
  Delivery: deliverySchema,
  Detector: detectorCatalogueEntrySchema,
  DetectorKey: detectorKeySchema,
  DetectorResult: detectorResultSchema,
  DetectorSettings: detectorSettingsSchema,
  Download: downloadSchema,
  Error: errorBodySchema,
  Figures: figuresSchema,
  Finding: findingSchema,
  HoursOfDay: hoursOfDaySchema,
  FindingRow: detailedRowSchema,
  FindingSubject: subjectSchema,
  Id: idSchema,
  Incident: incidentSchema,
  IncidentContext: incidentContextSchema,
  IncidentDetail: incidentDetailSchema,
  IncidentFinding: incident.finding,
  IncidentMute: incident.mute.unwrap(),
  IncidentsChange: changeIncidentsSchema,
  LikelyCause: causeSchema,
  NearbyChange: incidentContextSchema.shape.changes.element,
  Person: incident.assignee.unwrap(),
  QuietHours: routeInputSchema.shape.quietHours.unwrap(),
  Release: releaseSchema,
  ReleaseInput: createReleaseSchema,
  Replay: replaySchema,
  ReplayDay: replayDaySchema,
  ToldHours: toldHoursSchema,
  Onset: onsetSchema,
  ReplayInput: startReplaySchema,
  Role: roleSchema,
  SameDayChange: sameDayChangeSchema,
  RotatedSecret: rotatedSecretSchema,
  Route: routeSchema,
  RouteDraft: routeInputSchema,
  RouteInput: createRouteSchema,
  RoutePreview: routePreviewSchema,
  RouteTiming: routeInputSchema.shape.timing,
  RouteUpdate: updateRouteSchema,
  Run: runSchema,
  RunProgress: run.progress,
  RunReport: runReportSchema,
  RunSummary: runSummarySchema,
  RunWindow: run.window.unwrap(),
  SecretEnv: nullableSecretEnvSchema,
  Segment: segmentSchema,
  SelectedDetector: selectedDetectorSchema,
  Series: rowSeriesSchema,
  Setup: setupSchema,
  SetupEstimate: setupEstimateSchema,
  SetupInput: createSetupSchema,
  SetupSuggestion: setupSuggestionSchema,
  SetupUpdate: updateSetupSchema,
  Sizes: sizesSchema,
  StartedRun: startedRunSchema,
  Successor: successorSchema,
  TimelineEntry: timelineEntrySchema,
  TokenScope: tokenScopeSchema,
  UseSummary: whoUsesSchema.shape.summary,
  UsedObject: whoUsesSchema.shape.objects.element,
  WhoUses: whoUsesSchema,
};

/** The contract's schemas that are named in the OpenAPI document. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id });
