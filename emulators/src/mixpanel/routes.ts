import type { ProjectEndpoint } from "./endpoints/endpoint.js";
import { cohortsList, engageProperties, engageStats } from "./endpoints/engage-stats.js";
import { engage } from "./endpoints/engage.js";
import { eventNames, events, topEvents } from "./endpoints/events.js";
import { rawExport } from "./endpoints/export.js";
import { insights } from "./endpoints/insights/insights.js";
import { propertyByValue, propertyValues, topProperties } from "./endpoints/properties.js";
import {
  segmentation,
  segmentationAverage,
  segmentationNumeric,
  segmentationSum,
} from "./endpoints/segmentation.js";

/** Paths below `/api/query/` and its older name `/api/2.0/`. */
export const queryRoutes: Readonly<Record<string, ProjectEndpoint>> = {
  events,
  "events/top": topEvents,
  "events/names": eventNames,
  "events/properties": propertyByValue,
  "events/properties/top": topProperties,
  "events/properties/values": propertyValues,
  segmentation,
  "segmentation/numeric": segmentationNumeric,
  "segmentation/sum": segmentationSum,
  "segmentation/average": segmentationAverage,
  insights,
  engage,
  "engage/stats": engageStats,
  "engage/properties": engageProperties,
  "cohorts/list": cohortsList,
};

export const exportRoute = rawExport;
