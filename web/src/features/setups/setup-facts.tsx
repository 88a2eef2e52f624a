import type { Setup } from "@contract/setups";
import { Card, CardBody } from "@/components/layout/card";
import { DateTimeIn } from "@/components/ui/date-time";
import { DetailsList } from "@/components/layout/details-list";
import { formatDate } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
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
            ? [
                {
                  label: "Next run",
                  value: <DateTimeIn at={setup.nextRunAt} timeZone={setup.scheduleTimezone} />,
                },
              ]
            : []),
          { label: "Include weekends", value: setup.includeWeekends ? "Yes" : "No" },
        ]}
      />
    </CardBody>
  </Card>
);
