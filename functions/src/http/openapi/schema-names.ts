import { sizesSchema } from "../../contract/findings/sizes.js";
import { z } from "zod";
import * as channels from "../../contract/channels/channels.js";
import * as routes from "../../contract/channels/routes.js";
import * as connections from "../../contract/connections.js";
import { idSchema } from "../../contract/common.js";
import * as dataSettings from "../../contract/data-settings.js";
import * as detectors from "../../contract/detectors.js";
import { sameDayChangeSchema } from "../../contract/incidents/began-together.js";
import * as incidents from "../../contract/incidents.js";
import { errorBodySchema } from "../../contract/errors.js";
import * as finding from "../../contract/findings/finding.js";
import * as results from "../../contract/results.js";
import { incidentContextSchema, whoUsesSchema } from "../../contract/integrations/project-context.js";
import { replayDaySchema, replaySchema, startReplaySchema, toldHoursSchema } from "../../contract/replay.js";
import { createReleaseSchema, releaseSchema } from "../../contract/integrations/releases.js";
import * as runs from "../../contract/runs.js";
import * as setups from "../../contract/setups.js";
import { tokenScopeSchema } from "../../contract/tokens.js";
import { auditEntrySchema, currentWorkspaceSchema, roleSchema } from "../../contract/workspaces.js";

const { shape: incident } = incidents.incidentSchema;
const { shape: run } = runs.runSchema;
const { shape: check } = runs.reportDetectorSchema;

const named: Record<string, z.ZodType> = {
  ActiveRun: runs.activeRunSchema,
  AuditEntry: auditEntrySchema,
  Channel: channels.channelSchema,
  ChannelInput: channels.createChannelSchema,
  ChannelUpdate: channels.updateChannelSchema,
  ChangedIncidents: incidents.changedIncidentsSchema,
  CheckCounts: check.counts,
  CheckResult: runs.reportDetectorSchema,
  Connection: connections.connectionSchema,
  ConnectionInput: connections.createConnectionSchema,
  ConnectionUpdate: connections.updateConnectionSchema,
  CreatedChannel: channels.createdChannelSchema,
  CsvTable: runs.csvDataSchema,
  CurrentWorkspace: currentWorkspaceSchema,
  DataSettings: dataSettings.dataSettingsSchema,
  DataSettingsUpdate: dataSettings.updateDataSettingsSchema,
  Day: results.projectDaySchema,
  Delivery: channels.deliverySchema,
  Detector: detectors.detectorCatalogueEntrySchema,
  DetectorKey: detectors.detectorKeySchema,
  DetectorResult: runs.detectorResultSchema,
  DetectorSettings: detectors.detectorSettingsSchema,
  Download: runs.downloadSchema,
  Error: errorBodySchema,
  ExclusionUpdate: dataSettings.exclusionSchema,
  Figures: finding.figuresSchema,
  Finding: finding.findingSchema,
  HoursOfDay: finding.hoursOfDaySchema,
  FindingRow: results.detailedRowSchema,
  FindingSubject: finding.subjectSchema,
  Id: idSchema,
  Incident: incidents.incidentSchema,
  IncidentContext: incidentContextSchema,
  IncidentDetail: incidents.incidentDetailSchema,
  IncidentFinding: incident.finding,
  IncidentMute: incident.mute.unwrap(),
  IncidentsChange: incidents.changeIncidentsSchema,
  LikelyCause: results.causeSchema,
  NearbyChange: incidentContextSchema.shape.changes.element,
  Person: incident.assignee.unwrap(),
  QuietHours: routes.routeInputSchema.shape.quietHours.unwrap(),
  Release: releaseSchema,
  ReleaseInput: createReleaseSchema,
  PropertySetting: dataSettings.propertySettingSchema,
  Replay: replaySchema,
  ReplayDay: replayDaySchema,
  ToldHours: toldHoursSchema,
  Onset: finding.onsetSchema,
  ReplayInput: startReplaySchema,
  Role: roleSchema,
  SameDayChange: sameDayChangeSchema,
  RotatedSecret: channels.rotatedSecretSchema,
  Route: routes.routeSchema,
  RouteDraft: routes.routeInputSchema,
  RouteInput: routes.createRouteSchema,
  RoutePreview: routes.routePreviewSchema,
  RouteTiming: routes.routeInputSchema.shape.timing,
  RouteUpdate: routes.updateRouteSchema,
  Run: runs.runSchema,
  RunProgress: run.progress,
  RunReport: runs.runReportSchema,
  RunSummary: runs.runSummarySchema,
  RunWindow: run.window.unwrap(),
  SecretEnv: channels.nullableSecretEnvSchema,
  Segment: results.segmentSchema,
  SelectedDetector: detectors.selectedDetectorSchema,
  Series: results.rowSeriesSchema,
  Setup: setups.setupSchema,
  SetupEstimate: setups.setupEstimateSchema,
  SetupInput: setups.createSetupSchema,
  SetupSuggestion: setups.setupSuggestionSchema,
  SetupUpdate: setups.updateSetupSchema,
  Sizes: sizesSchema,
  StartedRun: runs.startedRunSchema,
  Successor: finding.successorSchema,
  TimelineEntry: incidents.timelineEntrySchema,
  TokenScope: tokenScopeSchema,
  UseSummary: whoUsesSchema.shape.summary,
  UsedObject: whoUsesSchema.shape.objects.element,
  WhoUses: whoUsesSchema,
};

/** The contract's schemas that are named in the OpenAPI document. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id });
