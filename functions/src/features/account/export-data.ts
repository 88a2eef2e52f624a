import type { UpdateDataSettings } from "../../contract/data-settings.js";
import type { NameDecisions } from "../../contract/names/names.js";
import { hasRole, type WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import { allItems } from "../../common/page.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { listUsage } from "../billing/usage/list-usage.js";
import { toConnection } from "../connections/connection-record.js";
import { toIncident } from "../incidents/incident-record.js";
import { actionMail } from "../mails/action-mail.js";
import { toRun } from "../runs/run-record.js";
import { activePeople } from "../users/active-people.js";
import { listInvitations } from "../workspaces/invitations.js";
import { toChannel } from "../channels/channel-record.js";
import { listMembers } from "../workspaces/members.js";
import { mailId } from "./account-mails.js";

/** Writes the file and sends the email. Safe to repeat: it replaces the file, and the email keeps its id. */
export async function exportData(
  deps: Dependencies,
  { exportId, uid, workspaceId }: TaskPayload<"exportData">,
): Promise<void> {
  const person = (await activePeople(deps, [uid])).get(uid);
  if (!person) return;
  const found = await (workspaceId === null
    ? personalData(deps, uid)
    : workspaceData(deps, uid, workspaceId));
  if (found === null) return;
  const { title, ...data } = found;
  const path =
    workspaceId === null
      ? objectPaths.dataExport(uid, exportId)
      : objectPaths.workspaceExport(workspaceId, uid, exportId);
  await deps.objects.write(path, JSON.stringify(data, null, 2), { contentType: "application/json" });
  await deps.mailer.send(
    actionMail({
      id: mailId(exportId),
      to: person.email,
      subject: `${title} is ready to download`,
      paragraphs: [
        `${title} is ready as one JSON file. Log in to download it; the file is deleted after 24 hours.`,
      ],
      button: { label: "Download", url: `${deps.settings.appUrl}/settings/profile?download=${exportId}` },
      reason: "You received this because you asked for this file.",
    }),
  );
}

async function personalData({ users, workspaces }: Dependencies, uid: string) {
  const person = (await users.findAll([uid])).get(uid);
  const memberships = await workspaces.membershipsOf(uid);
  const actions = [];
  for (const { id, name } of memberships) {
    const entries = await allItems((page) => workspaces.audit(id, page));
    for (const entry of entries) if (entry.actor.uid === uid) actions.push({ workspace: name, ...entry });
  }
  return { title: "Your data", person, memberships, actions };
}

/** Whatever people can set, and what they decided about names. */
type ExportedSettings = { names: NameDecisions } & {
  [K in keyof UpdateDataSettings as K extends "segmentBy" ? K : `excluded${Capitalize<K>}`]-?: unknown;
};

/**
 * Everything the workspace stores, in the API's own shapes, which contain no secrets. Null unless the person
 * is an owner.
 */
async function workspaceData(deps: Dependencies, uid: string, workspaceId: WorkspaceId) {
  const membership = await deps.workspaces.findMembership(uid, workspaceId);
  if (membership === null || !hasRole(membership.role, "owner")) return null;
  const connections = (await allItems((page) => deps.connections.list(workspaceId, page))).map(toConnection);
  const dataSettings: Record<string, ExportedSettings> = {};
  for (const { id } of connections) {
    const { events, eventProperties, userProperties } = await deps.schema.exclusions(workspaceId, id);
    dataSettings[id] = {
      excludedEvents: [...events],
      excludedEventProperties: Object.fromEntries(
        [...eventProperties].map(([event, names]) => [event, [...names]]),
      ),
      excludedUserProperties: [...userProperties],
      segmentBy: await deps.schema.segmentBy(workspaceId, id),
      names: await deps.schema.nameDecisions(workspaceId, id),
    };
  }
  return {
    title: `The data of ${membership.name}`,
    name: membership.name,
    members: await listMembers(deps, workspaceId),
    invitations: await listInvitations(deps, workspaceId),
    connections,
    dataSettings,
    incidents: await incidentsOf(deps, workspaceId),
    setups: await allItems((page) => deps.setups.list(workspaceId, page)),
    releases: await allItems((page) => deps.releases.list(workspaceId, page)),
    /** Without CSV rows; those can be downloaded from each report. */
    runs: (await allItems((page) => deps.runs.listShown(workspaceId, page))).map(toRun),
    usage: await allItems((page) => listUsage(deps, workspaceId, page)),
    payments: await deps.billing.payments(workspaceId, 1_000),
    tokens: (await deps.tokens.list(workspaceId)).map(({ hash: _hash, ...token }) => token),
    channels: (await deps.channels.list(workspaceId)).map(toChannel),
    routes: await deps.channels.routes(workspaceId),
    audit: await allItems((page) => deps.workspaces.audit(workspaceId, page)),
  };
}

/** With what people wrote and did. */
async function incidentsOf({ incidents }: Dependencies, workspaceId: WorkspaceId) {
  const found = [];
  for (const isClosed of [false, true])
    for (const incident of await allItems((page) => incidents.list(workspaceId, { isClosed }, page)))
      found.push({
        ...toIncident(incident),
        timeline: await incidents.timeline(workspaceId, incident.id),
      });
  return found;
}
