import type { Connection } from "../../contract/connections.js";
import type { UsedObject } from "../../engine/references/model.js";

const hosts: Record<Connection["region"], string> = {
  us: "https://mixpanel.com",
  eu: "https://eu.mixpanel.com",
  india: "https://in.mixpanel.com",
};

const app = ({ region, projectId }: Pick<Connection, "region" | "projectId">, path: string): string =>
  `${hosts[region]}/project/${encodeURIComponent(projectId)}/app/${path}`;

/** URL of the project's events, or users, in Mixpanel. There is no known URL that opens a single one. */
export const eventsUrl = (project: Pick<Connection, "region" | "projectId">): string =>
  app(project, "events");
export const usersUrl = (project: Pick<Connection, "region" | "projectId">): string => app(project, "users");

/** URL of a saved object in Mixpanel, in the default workspace; null if there is no known URL. */
export function objectUrl(
  project: Pick<Connection, "region" | "projectId">,
  { kind, id }: Pick<UsedObject, "kind" | "id">,
): string | null {
  switch (kind) {
    case "dashboard":
      return app(project, `boards#id=${id}`);
    case "report":
      return app(project, `insights#report/${id}`);
    case "funnel":
      return app(project, `funnels#view/${id}`);
    case "retention":
      return app(project, `retention#report/${id}`);
    case "flow":
      return app(project, `flows#report/${id}`);
    case "cohort":
    case "alert":
      return null;
  }
}
