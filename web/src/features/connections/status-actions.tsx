import { Flex } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { ArrowRight, Pencil, RotateCw } from "lucide-react";
import { Button, LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMay } from "@/data/use-current-workspace";

type StatusActionsProps = {
  connection: Connection;
  isVerifying: boolean;
  /** Opened after an edit: the next step is back to Connections. */
  isFromEdit: boolean;
  /** Without `tryOtherRegions`, the secret goes to the connection's own data region only. */
  onVerify: (tryOtherRegions?: boolean) => void;
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
      ) : (
        <>
          <Button variant="solid" size="md" onClick={() => onVerify()}>
            {connection.status === "failed" && <RotateCw />}
            {verifyLabel(connection.status)}
          </Button>
          {connection.status === "failed" ? (
            <>
              <LinkButton size="md" to={paths.editConnection(connection.id)}>
                <Pencil /> Edit
              </LinkButton>
              {connection.verificationError?.code === "wrong-credentials" && (
                <Button size="md" onClick={() => onVerify(true)}>
                  Try Other Regions
                </Button>
              )}
            </>
          ) : (
            <Button size="md" onClick={onCheckStatus}>
              Check Status
            </Button>
          )}
        </>
      )}
    </Flex>
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
