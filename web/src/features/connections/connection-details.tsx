import type { Connection } from "@contract/connections";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime } from "@/components/ui/date-time";
import { DetailsList } from "@/components/layout/details-list";
import { connectionLabel, regionLabels } from "@/lib/names";

export const ConnectionDetails = ({ connection }: { connection: Connection }) => (
  <DetailsList
    labelWidth={164}
    details={[
      { label: "Project", value: connectionLabel(connection) },
      { label: "Project ID", value: <CopyableId id={connection.projectId} name="project ID" /> },
      { label: "Service username", value: connection.serviceUsername },
      { label: "Data region", value: regionLabels[connection.region] },
      ...(connection.capabilities ? [{ label: "Time zone", value: connection.capabilities.timeZone }] : []),
      {
        label: "Last verified",
        value: connection.lastVerifiedAt ? <DateTime at={connection.lastVerifiedAt} /> : "Never",
      },
    ]}
  />
);
