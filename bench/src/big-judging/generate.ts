import { AggregateStore } from "../../../functions/src/features/runs/exports/aggregate-store.js";
import { FolderObjects } from "./folder-objects.js";
import { dayCount, simulatedDay, simulatedTemplates } from "./project.js";
import { basis, project, workspaceId } from "./stored-project.js";

/** Stores a project of so many events, day by day. */
const [events, folder] = process.argv.slice(2) as [string, string];
const store = new AggregateStore(new FolderObjects(folder));
const templates = simulatedTemplates("validate");
for (let day = 0; day < dayCount; day++)
  await store.write(workspaceId, project, simulatedDay(templates, Number(events), day), basis);
