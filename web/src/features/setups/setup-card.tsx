import { Box, chakra, Flex, Heading, HStack, Icon } from "@chakra-ui/react";
import type { ActiveRun, SetupResults } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { Play, Plug, Trash2 } from "lucide-react";
import { Button, LinkButton } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/layout/card";
import { StackedDetail } from "@/components/layout/details-list";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { Truncated } from "@/components/ui/truncated";
import { SmallText, Caption } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { useMay } from "@/data/use-current-workspace";
import { formatDate } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { ActiveRunNotice } from "./active-run-notice";
import { DeleteSetupButton } from "./delete-setup-button";
import { LastResult } from "./list/last-result";
import { ScheduleText } from "./schedule-text";

type SetupCardProps = {
  setup: Setup;
  /** The active run, if it is this setup's. */
  activeRun: ActiveRun | null;
  /** Undefined until they are loaded. */
  results: SetupResults | undefined;
  isStarting: boolean;
  onRun: () => void;
  onRemove: (setupId: string) => void;
};

export function SetupCard({ setup, activeRun, results, isStarting, onRun, onRemove }: SetupCardProps) {
  const finishedAt = results?.last?.finishedAt;
  const mayRun = useMay("startRun");
  const mayDelete = useMay("deleteSetup");
  return (
    <Card aria-label={setup.name} data-row={setup.id} gridColumn={activeRun ? "1 / -1" : undefined}>
      <CardBody>
        <Flex gap="3" justify="space-between" align="flex-start">
          <Box minW="0">
            <Heading as="h2" textStyle="cardTitle" lineHeight="20px" overflowWrap="anywhere">
              {setup.name}
            </Heading>
            <HStack gap="1.5" textStyle="small" color="fg.subtle" mt="1">
              <Icon as={Plug} boxSize="13px" strokeWidth={2.1} />
              <Truncated text={connectionLabel(setup.connection)} />
            </HStack>
          </Box>
          <HStack gap="2" flexShrink={0}>
            <Caption>Status</Caption>
            <SetupStatusBadge status={setup.status} />
          </HStack>
        </Flex>
        {setup.description && (
          <SmallText mt="3.5" lineClamp={3} overflowWrap="anywhere">
            {setup.description}
          </SmallText>
        )}
        {activeRun && (
          <Box mt="3.5">
            <ActiveRunNotice run={activeRun} />
          </Box>
        )}
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: "1fr 1fr", sm: "minmax(0, 3fr) minmax(0, 2fr) minmax(0, 1.5fr)" }}
          gap="4"
          mt="4"
          css={{
            "& > :first-of-type": { gridColumn: { base: "1 / -1", sm: "auto" } },
            "& > :last-of-type": { gridColumn: "1 / -1" },
          }}
        >
          <StackedDetail label="Schedule" value={<ScheduleText setup={setup} />} />
          <StackedDetail label="Created" value={formatDate(setup.createdAt)} />
          <StackedDetail label="Last Run" value="Never" />
          <StackedDetail
            label="Last Result"
            value={
              <Flex minH="20px" columnGap="3" wrap="wrap" align="center">
                <LastResult row={{ activeRun: null, results }} />
                {finishedAt && <chakra.span color="fg.muted">{formatDate(finishedAt)}</chakra.span>}
              </Flex>
            }
          />
        </chakra.dl>
      </CardBody>
      <CardFooter>
        {mayRun && (
          <Button
            size="xs"
            disabled={setup.status !== "active" || activeRun !== null || isStarting}
            onClick={onRun}
          >
            <Play />
            {activeRun ? "Run Active" : isStarting ? "Starting..." : "Run"}
          </Button>
        )}
        <LinkButton size="xs" to={paths.setup(setup.id)}>
          View Details
        </LinkButton>
        {mayDelete && (
          <DeleteSetupButton
            setupId={setup.id}
            onConfirm={onRemove}
            variant="ghost"
            size="xs"
            marginInlineStart="auto"
          >
            <Trash2 /> Delete
          </DeleteSetupButton>
        )}
      </CardFooter>
    </Card>
  );
}
