import { Flex } from "@chakra-ui/react";
import type { Connection, Region, VerificationFailureCode } from "@contract/connections";
import { ArrowRight, Pencil, RotateCw } from "lucide-react";
import { Button, LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMay } from "@/data/use-current-workspace";
import { regionLabels } from "@/lib/names";

export type HowToVerify = {
  /** Without it, the secret goes to the connection's own data region only. */
  tryOtherRegions?: boolean;
  /** The data region to save first. */
  region?: Region;
};

type StatusActionsProps = {
  connection: Connection;
  isVerifying: boolean;
  /** Opened after an edit: the next step is back to Connections. */
  isFromEdit: boolean;
  onVerify: (how?: HowToVerify) => void;
  onCheckStatus: () => void;
  /** The next step is offered above, so these actions look secondary. */
  isSecondary?: boolean;
};

export function StatusActions({
  connection,
  isVerifying,
  isFromEdit,
  onVerify,
  onCheckStatus,
  isSecondary = false,
}: StatusActionsProps) {
  const mayVerify = useMay("verifyConnection");
  const mayCreateSetup = useMay("createSetup");
  if (connection.status === "verified" ? !isFromEdit && !mayCreateSetup : !mayVerify)
    return (
      <Flex gap="3" mt="5" wrap="wrap" align="center" textStyle="small" color="fg.muted">
        <LinkButton size="md" to={paths.connections}>
          Back to Connections
        </LinkButton>
        {connection.status !== "verified" && "Admins can verify and edit connections."}
      </Flex>
    );
  return (
    <Flex gap="2" mt="5" wrap="wrap">
      {isVerifying ? (
        <Button variant="solid" size="md" disabled>
          Verifying...
        </Button>
      ) : connection.status === "verified" ? (
        <NextStep isFromEdit={isFromEdit} isSecondary={isSecondary} />
      ) : connection.status === "failed" ? (
        <Mend connection={connection} onVerify={onVerify} />
      ) : (
        <>
          <Button variant="solid" size="md" onClick={() => onVerify()}>
            {verifyLabel(connection.status)}
          </Button>
          <Button size="md" onClick={onCheckStatus}>
            Check Status
          </Button>
        </>
      )}
    </Flex>
  );
}

/** Failures that the same request meets again until the connection is edited. */
const needsEdit: readonly VerificationFailureCode[] = ["wrong-credentials", "bad-project-id"];

/** What mends a failed connection, the most likely first. */
function Mend({
  connection: { id, status, verificationError },
  onVerify,
}: Pick<StatusActionsProps, "connection" | "onVerify">) {
  const { code, region } = verificationError ?? {};
  const editFirst = needsEdit.some((one) => one === code);
  const edit = (
    <LinkButton key="edit" variant={editFirst ? "solid" : "outline"} size="md" to={paths.editConnection(id)}>
      <Pencil /> Edit
    </LinkButton>
  );
  const isFirst = !editFirst && region === undefined;
  const retry = (
    <Button key="retry" variant={isFirst ? "solid" : "outline"} size="md" onClick={() => onVerify()}>
      <RotateCw /> {verifyLabel(status)}
    </Button>
  );
  return (
    <>
      {region && (
        <Button variant="solid" size="md" onClick={() => onVerify({ region })}>
          Use {regionLabels[region]} and Verify
        </Button>
      )}
      {editFirst ? [edit, retry] : [retry, edit]}
      {code === "wrong-credentials" && (
        <Button size="md" onClick={() => onVerify({ tryOtherRegions: true })}>
          Try Other Regions
        </Button>
      )}
    </>
  );
}

const NextStep = ({ isFromEdit, isSecondary }: { isFromEdit: boolean; isSecondary: boolean }) =>
  isFromEdit ? (
    <LinkButton variant="solid" size="md" to={paths.connections}>
      Back to Connections
    </LinkButton>
  ) : (
    <LinkButton variant={isSecondary ? "outline" : "solid"} size="md" to={paths.setupWizard}>
      Continue to Setup <ArrowRight />
    </LinkButton>
  );

/** The verify button's label; null for a verified connection, which has no such button. */
export function verifyLabel(status: string): string | null {
  if (status === "verified") return null;
  return status === "failed" ? "Retry Verification" : "Verify Connection";
}
