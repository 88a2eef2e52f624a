import { gzipSync } from "node:zlib";
import { encodeDay } from "../../../functions/src/profiler/index.js";
import { packDay } from "../../../functions/src/features/runs/aggregates/day-file.js";
import { AggregateStore } from "../../../functions/src/features/runs/exports/aggregate-store.js";
import { FolderObjects } from "./folder-objects.js";
import {
  type Broken,
  dayCount,
  profiledTemplates,
  segmentedDay,
  simulatedDay,
  simulatedTemplates,
} from "./project.js";
import { basis, project, workspaceId } from "./stored-project.js";

/** Stores a project with the given number of events, day by day, and prints how large a day is. */
const [events, folder, options] = process.argv.slice(2) as [string, string, string];
const { broken, hasSegments } = JSON.parse(options) as { broken: Broken; hasSegments: boolean };
const store = new AggregateStore(new FolderObjects(folder));
const dayOf = makeDays();
for (let day = 0; day < dayCount; day++) await store.write(workspaceId, project, dayOf(day), basis);
const last = dayOf(dayCount - 1);
const [inChunks, whole] = [packDay(last).length, gzipSync(encodeDay(last)).length];
console.log(
  `${events} events: a day takes ${(inChunks / 1e6).toFixed(2)} MB in chunks, ${(inChunks / whole).toFixed(2)} times its size in one piece`,
);

function makeDays() {
  if (hasSegments) {
    const templates = profiledTemplates("validate");
    return (day: number) => segmentedDay(templates, Number(events), day, broken);
  }
  const templates = simulatedTemplates("validate");
  return (day: number) => simulatedDay(templates, Number(events), day, broken);
}
