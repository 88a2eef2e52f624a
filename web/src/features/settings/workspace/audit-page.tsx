import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { AuditEntry, AuditFilter } from "@contract/workspaces";
import { Download } from "lucide-react";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { DataTable, type Column } from "@/components/layout/data-table";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ListState, NextPage } from "@/components/states/list-state";
import { useSearch } from "@/lib/use-search";
import { auditQuery, readAuditFile } from "@/data/workspaces";
import { saveText } from "@/lib/files/save-file";
import { loadAgain } from "@/lib/query-client";
import { toastError } from "@/lib/toast";
import { SettingsLayout } from "../settings-layout";
import { AuditFilters, auditFilterOf, auditSearchOf, viaNames } from "./audit-filters";

const actionNames: Record<AuditEntry["action"], string> = {
  "workspace.created": "Created the workspace",
  "workspace.renamed": "Renamed the workspace",
  "workspace.data-requested": "Requested a download of the workspace's data",
  "workspace.audit-downloaded": "Downloaded the audit log",
  "member.data-requested": "Requested a download of their own data",
  "member.invited": "Invited",
  "invitation.revoked": "Revoked the invitation for",
  "member.joined": "Joined",
  "member.role-changed": "Changed the role of",
  "member.removed": "Removed",
  "member.left": "Left",
  "connection.created": "Added the connection",
  "connection.updated": "Edited the connection",
  "connection.verified": "Verified the connection",
  "connection.deleted": "Deleted the connection",
  "connection.annotations-on": "Turned on Mixpanel annotations for",
  "connection.annotations-off": "Turned off Mixpanel annotations for",
  "setup.created": "Created the setup",
  "setup.updated": "Changed the setup",
  "setup.deleted": "Deleted the setup",
  "exclusion.added": "Excluded from checks:",
  "exclusion.removed": "Included in checks again:",
  "segments.chosen": "Set the segments to",
  "name.decided": "Decided about new names,",
  "run.started": "Started a run of",
  "run.canceled": "Canceled a run of",
  "run.deleted": "Deleted a run of",
  "release.recorded": "Recorded the release",
  "release.deleted": "Deleted the release",
  "token.created": "Created the API token",
  "token.revoked": "Revoked the API token",
  "channel.created": "Added the channel",
  "channel.updated": "Changed the channel",
  "channel.deleted": "Deleted the channel",
  "channel.switched-on": "Turned on the channel",
  "channel.switched-off": "Turned off the channel",
  "channel.secret-rotated": "Rotated the signing secret of",
  "route.created": "Added a route to",
  "route.updated": "Changed a route to",
  "route.deleted": "Deleted a route to",
  "billing.checkout-opened": "Opened the checkout",
  "billing.canceled": "Canceled the plan",
  "billing.resumed": "Resumed the plan",
  "billing.spending-limit-set": "Set the spending limit:",
};

/** "Web, 192.0.2.1" */
const fromText = ({ via, ip }: AuditEntry): string =>
  ip === null ? viaNames[via] : `${viaNames[via]}, ${ip}`;

const columns: readonly Column<AuditEntry>[] = [
  { key: "when", header: "When", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  // Before the person, since phones show only two columns at once.
  {
    key: "what",
    header: "What",
    // "Joined", not "Joined viewer@example.com": the entry says who did it.
    cell: ({ action, actor, target }) =>
      `${actionNames[action]} ${target === actor.email ? "" : target}`.trim(),
  },
  { key: "who", header: "Who", cell: ({ actor }) => whoText(actor) },
  { key: "from", header: "From", cell: fromText },
];

const whoText = ({ email, token }: AuditEntry["actor"]): string =>
  token === undefined ? email : `${email} (API token ${token})`;

/** Who changed what, newest first. Filters are in the URL. */
export const AuditPage = () => (
  <SettingsLayout>
    <AuditLog />
  </SettingsLayout>
);

function AuditLog() {
  const [params, set] = useSearch();
  const search = auditSearchOf(params);
  const filter = auditFilterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  const audit = useInfiniteQuery(auditQuery(filter));
  const entries = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card>
      <CardHeader title="Audit log" actions={<DownloadButton filter={filter} />} />
      <CardBody>
        <AuditFilters search={search} people={entries.map(({ actor }) => actor.email)} onChange={set} />
        <ListState
          query={audit}
          what="the audit log"
          rows={5}
          onRetry={() => loadAgain(audit)}
          empty={
            audit.data &&
            entries.length === 0 && {
              title: isFiltered ? "Nothing matches" : "Nothing yet",
              text: audit.hasNextPage
                ? "Older entries have not been searched yet."
                : "What members do in this workspace is listed here for 400 days.",
            }
          }
        />
        {entries.length > 0 && (
          <DataTable
            label="Audit log"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            css={{ "& tbody th": { whiteSpace: "nowrap" } }}
          />
        )}
        <NextPage query={audit} />
      </CardBody>
    </Card>
  );
}

/** Downloads the matching entries, one JSON object per line. */
function DownloadButton({ filter }: { filter: AuditFilter }) {
  const download = useMutation({
    mutationFn: () => readAuditFile(filter),
    onSuccess: (lines) =>
      saveText(lines, "application/x-ndjson", `audit-log-${new Date().toISOString().slice(0, 10)}.ndjson`),
    onError: (error) => toastError(error, "Unable to download the audit log"),
  });
  return (
    <Button size="sm" disabled={download.isPending} onClick={() => download.mutate()}>
      <Download /> Download
    </Button>
  );
}
