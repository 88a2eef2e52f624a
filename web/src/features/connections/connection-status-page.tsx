import { Box } from "@chakra-ui/react";
import { idSchema } from "@contract/common";
import type { Connection } from "@contract/connections";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams, useLocation, useNavigate, type Location } from "react-router-dom";
import { Card, CardBody } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/button";
import { MissingPage } from "@/components/states/missing-page";
import { Page, DocumentTitle } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { connectionIn, connectionQuery, useUpdateConnection, useVerifyConnection } from "@/data/connections";
import { isNotFound } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { connectionLabel, regionLabels } from "@/lib/names";
import { AnnotationsSwitch } from "./annotations-switch";
import { FirstRunOffer, FirstRunProgress, useFirstRun } from "./first-run";
import { MissingNeeds } from "./missing-needs";
import { StatusActions, type HowToVerify } from "./status-actions";
import { StatusHeading } from "./status-heading";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime } from "@/components/ui/date-time";
import { DetailsList } from "@/components/layout/details-list";
import { useElsewhere } from "@/data/use-elsewhere";
import { useEffect, useRef, useState } from "react";
import { toastOutcome } from "@/lib/toast";

/** Opened after saving a connection. Starts the verification and shows its outcome. */
export function ConnectionStatusPage() {
  const { id = "" } = useParams();
  const isId = idSchema.safeParse(id).success;
  const connection = useQuery({ ...connectionQuery(id), enabled: isId });
  if (!isId) return <MissingPage title={messages.connections.notFound}>{backToConnections}</MissingPage>;
  if (isNotFound(connection.error)) return <MissingConnection id={id} />;
  return (
    <Page>
      <DocumentTitle
        title={connection.data ? `${connectionLabel(connection.data)}: connection` : "Connection status"}
      />
      <Box maxW="592px" mx="auto">
        <Box mb="4">
          <TextLink to={paths.connections}>All connections</TextLink>
        </Box>
        {connection.isPending && <SkeletonCards count={1} label="Loading connection" />}
        {connection.isError && <ErrorState error={connection.error} onRetry={connection.refetch} />}
        {connection.data && (
          <Status connection={connection.data} onCheckStatus={() => void connection.refetch()} />
        )}
      </Box>
    </Page>
  );
}

/** Shown for a connection that the current workspace doesn't have. */
const MissingConnection = ({ id }: { id: string }) => (
  <MissingPage title={messages.connections.notFound} {...useElsewhere(connectionIn(id))}>
    {backToConnections}
  </MissingPage>
);

const backToConnections = <LinkButton to={paths.connections}>Back to Connections</LinkButton>;

function Status({ connection, onCheckStatus }: { connection: Connection; onCheckStatus: () => void }) {
  const [search] = useSearchParams();
  const { isVerifying, verify, tookSeconds } = useVerification(connection);
  const firstRun = useFirstRun(connection);
  const isOffered = firstRun.canStart && !isVerifying;
  return (
    <Card>
      <CardBody p={{ base: "4", sm: "8" }}>
        <StatusHeading connection={connection} isVerifying={isVerifying} tookSeconds={tookSeconds} />
        <Box borderTopWidth="1px" my="5" />
        <ConnectionDetails connection={connection} />
        {!isVerifying && <MissingNeeds connection={connection} />}
        {firstRun.run ? (
          <FirstRunProgress run={firstRun.run} />
        ) : (
          isOffered && <FirstRunOffer onStart={firstRun.start} isBusy={firstRun.isBusy} />
        )}
        {/* What loads later stands below, so that nothing moves under the pointer. */}
        {firstRun.isKnown && (
          <StatusActions
            isSecondary={isOffered || firstRun.run !== null}
            connection={connection}
            isVerifying={isVerifying}
            isFromEdit={search.get("source") === "edit"}
            onVerify={verify}
            onCheckStatus={onCheckStatus}
          />
        )}
        {!isVerifying && connection.status === "verified" && <AnnotationsSwitch connection={connection} />}
      </CardBody>
    </Card>
  );
}

const ConnectionDetails = ({ connection }: { connection: Connection }) => (
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

/**
 * Verifies a connection. Starts automatically once if the connection is pending, or if the link that led here
 * asked for it.
 */
function useVerification(connection: Connection) {
  const mutation = useVerifyConnection();
  const update = useUpdateConnection();
  const [tookSeconds, setTookSeconds] = useState<number | null>(null);
  const startedFor = useRef<string | null>(null);
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation() as Location<unknown>;
  const isAsked = isVerifyRequest(state) && connection.status !== "verified";

  const verify = ({ tryOtherRegions = false, region }: HowToVerify = {}) => {
    // Saving makes the connection pending, which would start another verification.
    startedFor.current = connection.id;
    const saved = region && update.mutateAsync({ id: connection.id, body: { region } });
    const isRetry = connection.status === "failed";
    const startedAt = performance.now();
    const showDuration = () =>
      setTookSeconds(Math.max(1, Math.round((performance.now() - startedAt) / 1000)));
    toastOutcome(
      Promise.resolve(saved).then(() =>
        mutation.mutateAsync({ id: connection.id, tryOtherRegions }, { onSuccess: showDuration }),
      ),
      {
        title: messages.connections.verifiedTitle,
        description: isRetry ? messages.connections.verifiedOnRetry : messages.connections.verified,
      },
      messages.connections.verifyFailed,
    );
  };

  const isDue = connection.status === "pending" || isAsked;
  useEffect(() => {
    if (!isDue || startedFor.current === connection.id) return;
    startedFor.current = connection.id;
    // Reloading the page must not repeat the request.
    if (isAsked) void navigate(pathname + search, { replace: true, state: null });
    verify();
  });

  return { isVerifying: mutation.isPending || update.isPending, verify, tookSeconds };
}

const isVerifyRequest = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "verify" in state && state.verify === true;
