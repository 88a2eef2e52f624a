import { z } from "zod";
import { editQuerySchema, emptyBodySchema, pageQuerySchema, revisionQuerySchema } from "../common.js";
import { detectorCatalogueEntrySchema } from "../detectors.js";
import { replaySchema, startReplaySchema } from "../replay.js";
import * as runs from "../runs.js";
import * as setups from "../setups.js";
import { del, get, patch, post, put, type Endpoints } from "./endpoint.js";

export const setupsEndpoints = {
  listDetectors: get("viewer", "/api/v1/detectors", {
    summary: "The catalog of checks.",
    scope: "read",
    response: z.array(detectorCatalogueEntrySchema),
  }),
  listSetups: get("viewer", "/api/v1/setups", {
    summary: "Setups, newest first.",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(setups.setupSchema),
  }),
  getSetupEstimate: get("viewer", "/api/v1/setups/estimate", {
    summary: "Billable checks per run of the selected detectors.",
    scope: "read",
    query: setups.setupEstimateQuerySchema,
    response: setups.setupEstimateSchema,
  }),
  getSetup: get("viewer", "/api/v1/setups/:id", {
    summary: "One setup.",
    scope: "read",
    response: setups.setupSchema,
  }),
  getSetupSuggestions: get("viewer", "/api/v1/setups/:id/suggestions", {
    summary: "Thresholds and exclusions that would have prevented false alarms.",
    scope: "read",
    response: z.array(setups.setupSuggestionSchema),
  }),
  createSetup: post("editor", "/api/v1/setups", {
    summary: "Creates a setup on a verified connection.",
    needsVerifiedEmail: false,
    scope: "write",
    query: editQuerySchema.pick({ fromFile: true }),
    body: setups.createSetupSchema,
    response: setups.setupSchema,
    status: 201,
  }),
  updateSetup: put("editor", "/api/v1/setups/:id", {
    summary: "Replaces a setup. A body with only `status` pauses or resumes it.",
    needsVerifiedEmail: false,
    scope: "write",
    query: editQuerySchema,
    body: setups.updateSetupSchema,
    response: setups.setupSchema,
  }),
  deleteSetup: del("editor", "/api/v1/setups/:id", {
    summary: "Deletes a setup; the reports of its runs are kept.",
    needsVerifiedEmail: false,
    scope: "write",
    query: revisionQuerySchema,
  }),
  startReplay: post("editor", "/api/v1/setups/replay", {
    summary: "Starts a replay: what these checks would have found on recent days, from stored data.",
    needsVerifiedEmail: false,
    scope: "triage",
    body: startReplaySchema,
    response: replaySchema,
    status: 202,
  }),
  getReplay: get("viewer", "/api/v1/replays/:replayId", {
    summary: "A replay's progress and, once it is done, its days with their findings.",
    scope: "read",
    response: replaySchema,
  }),
  stopReplay: del("editor", "/api/v1/replays/:replayId", {
    summary: "Stops a replay and deletes it.",
    needsVerifiedEmail: false,
    scope: "triage",
  }),
  startRun: post("editor", "/api/v1/setups/:id/run", {
    summary: "Starts a run.",
    needsVerifiedEmail: false,
    scope: "triage",
    body: emptyBodySchema,
    response: runs.startedRunSchema,
    status: 202,
  }),
  listSetupRuns: get("viewer", "/api/v1/setups/:id/runs", {
    summary: "Runs of one setup, newest first.",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(runs.runSchema),
  }),
  listRuns: get("viewer", "/api/v1/runs", {
    summary: "All runs, newest first.",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(runs.runSchema),
  }),
  listSetupResults: get("viewer", "/api/v1/runs/by-setup", {
    summary: "How each setup's latest runs ended.",
    response: z.array(runs.setupResultsSchema),
  }),
  listActiveRuns: get("viewer", "/api/v1/runs/active", {
    summary: "The active run, if any.",
    scope: "read",
    response: z.array(runs.activeRunSchema),
  }),
  cancelRun: patch("editor", "/api/v1/runs/:runId/cancel", {
    summary: "Cancels a pending or running run.",
    needsVerifiedEmail: false,
    scope: "triage",
    body: emptyBodySchema,
    response: runs.runSchema,
  }),
  deleteRun: del("editor", "/api/v1/runs/:runId", {
    summary: "Deletes a run that has ended, with its results.",
    needsVerifiedEmail: false,
    scope: "write",
  }),
  getRunReport: get("viewer", "/api/v1/runs/:runId/report", {
    summary: "A run and its detectors' verdicts.",
    scope: "read",
    response: runs.runReportSchema,
  }),
  getDetectorResult: get("viewer", "/api/v1/runs/:runId/detectors/:detectorId", {
    summary: "One detector's flagged and recovered rows with their series.",
    scope: "read",
    response: runs.detectorResultSchema,
  }),
  getCsvData: get("viewer", "/api/v1/runs/:runId/detectors/:detectorId/csv-data", {
    summary: "The flagged and recovered rows as a table.",
    scope: "read",
    response: runs.csvDataSchema,
  }),
  getDownload: get("viewer", "/api/v1/runs/:runId/detectors/:detectorId/download", {
    summary: "A link, valid for 15 minutes, to the full CSV.",
    scope: "read",
    response: runs.downloadSchema,
  }),
} as const satisfies Endpoints;
