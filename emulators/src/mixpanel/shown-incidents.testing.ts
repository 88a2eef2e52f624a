import type { ConnectionState } from "../../../functions/src/contract/home.js";
import type { Incident } from "../../../functions/src/contract/incidents.js";
import { changeText } from "../../../functions/src/engine/detectors/words.js";
import type { IncidentRecord } from "../../../functions/src/features/incidents/incident-record.js";
import { incidentTools } from "../../../functions/src/mcp/tools/incident-tools.js";
import type { TestApp } from "../../../functions/src/testing/test-app.js";
import { listIncidents } from "../../../cli/src/commands/incidents.js";

/** What each screen, assistants and the command line show of incidents. */
async function shownBy(app: TestApp, ids: readonly string[]) {
  const get = async <T>(path: string): Promise<T> =>
    (await app.as("ada").get(`/api/v1/${path}`).expect(200)).body as T;
  const open = await get<Incident[]>("incidents?limit=100");
  const [home] = await get<ConnectionState[]>("home");
  const list = incidentTools.find(({ name }) => name === "list_incidents")!;
  const page = () => Promise.resolve({ items: open, nextCursor: null });
  const told = await list.run({ page } as never, { limit: 100 } as never);
  let printed = "";
  const io = { out: (text: string) => void (printed += text) };
  await listIncidents({ io, client: { list: () => open }, isJson: false } as never, { limit: 100 });
  return {
    screens: {
      inbox: [...open, ...(await get<Incident[]>("incidents?closed=true&limit=100"))],
      home: home!.groups.flatMap(({ incidents }) => incidents),
      page: await Promise.all(ids.map((id) => get<Incident>(`incidents/${id}`))),
      assistants: (told as { incidents: Incident[] }).incidents,
    },
    commandLine: printed.split("\n"),
  };
}

/** What every screen says of an incident. */
const factsOf = ({ detectorState, finding }: Incident | IncidentRecord): string => {
  const { headline, reason, firstBadDay, rank, severity, found } = finding;
  return JSON.stringify([headline, reason, detectorState, firstBadDay, changeText(found), rank, severity]);
};

/** Differences between what is recorded of incidents and what somebody sees of them, anywhere. */
export async function misreadings(
  app: TestApp,
  incidents: readonly IncidentRecord[],
  ids: readonly string[],
) {
  const { screens, commandLine } = await shownBy(app, ids);
  const lines = incidents
    .filter(({ isClosed }) => !isClosed)
    .flatMap(({ id, detectorState, finding }) => {
      const line = commandLine.find((one) => one.startsWith(`${id} `)) ?? "";
      return [finding.firstBadDay ?? "", detectorState, finding.headline]
        .filter((text) => !line.includes(text))
        .map((text) => `The command line lacks ${text} of ${id}: ${line}`);
    });
  const wrong = Object.entries(screens).flatMap(([screen, shown]) =>
    shown.flatMap((one) => {
      const recorded = incidents.find(({ id }) => id === one.id);
      return recorded && factsOf(recorded) === factsOf(one) ? [] : [`${screen}: ${factsOf(one)}`];
    }),
  );
  const missing = incidents.length - screens.inbox.length;
  return [...lines, ...wrong, ...(missing === 0 ? [] : [`The inbox lacks ${missing}`])];
}
