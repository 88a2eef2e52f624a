import { chakra, Flex, Icon } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { Calendar, Plug, Rows3, Timer, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/page";
import { RunStatusBadge } from "@/components/status-badge";
import { paths } from "@/config/paths";
import { connectionLabel } from "@/data/connections";
import { browserTimeZone, countOf, formatDateTime, formatDuration } from "@/lib/format";

/** The setup's name and the run's own facts. */
export const ReportHeader = ({ run }: { run: RunReport }) => (
  <PageHeader
    title={run.setup.name}
    crumbs={[{ label: "Run History", to: paths.runs }, { label: run.setup.name }]}
    description={
      <Flex wrap="wrap" columnGap="5" rowGap="1.5" align="center" textStyle="small" mt="1">
        <RunStatusBadge status={run.status} />
        <Fact icon={Plug} label="Connection">
          {connectionLabel(run.setup.connection)}
        </Fact>
        <Fact icon={Calendar} label="Started">
          {run.startedAt ? (
            <chakra.time dateTime={run.startedAt} title={`Times in ${browserTimeZone()}`}>
              {formatDateTime(run.startedAt)}
            </chakra.time>
          ) : (
            "Not started"
          )}
        </Fact>
        {run.startedAt && (
          <Fact icon={Timer} label="Duration">
            {formatDuration(run.startedAt, run.finishedAt) ?? "Running..."}
          </Fact>
        )}
        {run.rowsAnalysed !== null && (
          <Fact icon={Rows3} label="Rows">
            {countOf(run.rowsAnalysed, "row")} analysed
          </Fact>
        )}
      </Flex>
    }
  />
);

const Fact = ({
  icon: FactIcon,
  label,
  children,
}: {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2" minW="0">
    <Icon boxSize="15px" color="fg.subtle" aria-hidden>
      <FactIcon strokeWidth={1.75} />
    </Icon>
    <chakra.span srOnly>{label}: </chakra.span>
    <chakra.span overflowWrap="anywhere">{children}</chakra.span>
  </chakra.span>
);
