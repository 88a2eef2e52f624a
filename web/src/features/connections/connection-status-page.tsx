import { Box } from "@chakra-ui/react";
import { idSchema } from "@contract/common";
import type { Connection } from "@contract/connections";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import { Card, CardBody } from "@/components/layout/card";
import { DocumentTitle } from "@/components/layout/document-title";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { MissingPage } from "@/components/states/missing-page";
import { Page } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { connectionIn, connectionQuery } from "@/data/connections";
import { useElsewhere } from "@/data/use-elsewhere";
import { isNotFound } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { connectionLabel } from "@/lib/names";
import { AnnotationsSwitch } from "./annotations-switch";
import { ConnectionDetails } from "./connection-details";
import { FirstRunOffer, FirstRunProgress, useFirstRun } from "./first-run";
import { MissingNeeds } from "./missing-needs";
import { StatusActions } from "./status-actions";
import { StatusHeading } from "./status-heading";
import { useVerification } from "./use-verification";

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
        {connection.isError ? (
          <ErrorState error={connection.error} onRetry={connection.refetch} />
        ) : connection.data ? (
          <Status connection={connection.data} onCheckStatus={() => void connection.refetch()} />
        ) : (
          <SkeletonCards count={1} label="Loading connection" />
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
        <Box borderTopWidth="1px" borderColor="border" my="5" />
        <ConnectionDetails connection={connection} />
        {!isVerifying && <MissingNeeds connection={connection} />}
        {!isVerifying && connection.status === "verified" && <AnnotationsSwitch connection={connection} />}
        {firstRun.run ? (
          <FirstRunProgress run={firstRun.run} />
        ) : (
          isOffered && <FirstRunOffer onStart={firstRun.start} isBusy={firstRun.isBusy} />
        )}
        <StatusActions
          isSecondary={isOffered || firstRun.run !== null}
          connection={connection}
          isVerifying={isVerifying}
          isFromEdit={search.get("source") === "edit"}
          onVerify={verify}
          onCheckStatus={onCheckStatus}
        />
      </CardBody>
    </Card>
  );
}
