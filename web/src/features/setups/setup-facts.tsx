import type { Setup } from "@contract/setups";
import { Card, CardBody } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { DetailsList } from "@/components/details-list";
import { connectionLabel } from "@/data/connections";
import { formatDate } from "@/lib/format";
import { ScheduleText } from "./schedule-text";

export const SetupFacts = ({ setup }: { setup: Setup }) => (
  <Card aria-label="Setup">
    <CardBody>
      <DetailsList
        labelWidth={140}
        details={[
          { label: "Connection", value: connectionLabel(setup.connection) },
          { label: "Created", value: formatDate(setup.createdAt) },
          { label: "Schedule", value: <ScheduleText setup={setup} /> },
          ...(setup.nextRunAt && setup.status === "active"
            ? [{ label: "Next run", value: <DateTime at={setup.nextRunAt} /> }]
            : []),
          { label: "Include weekends", value: setup.includeWeekends ? "Yes" : "No" },
        ]}
      />
    </CardBody>
  </Card>
);
