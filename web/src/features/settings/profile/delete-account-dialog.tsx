import { Box, chakra } from "@chakra-ui/react";
import type { AccountDeletion, WorkspaceCounts } from "@contract/account";
import { useQuery } from "@tanstack/react-query";
import { signOut } from "firebase/auth";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth } from "reactfire";
import { ErrorState } from "@/components/states/error-state";
import { Notice } from "@/components/states/notice";
import { SkeletonRows } from "@/components/states/skeleton";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { countOf } from "@/lib/format";
import { toast, toastError } from "@/lib/toast";
import { DeleteDialog } from "../delete-dialog";

type DeleteAccountDialogProps = { email: string; onClose: () => void };

/** Lists what would be deleted and kept. If a workspace would lose its only owner, says what to do instead. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const auth = useAuth();
  const navigate = useNavigate();
  const preview = useQuery({
    queryKey: ["account-deletion"],
    queryFn: () => callApi("getAccountDeletion"),
    gcTime: 0,
  });
  const remove = async (typed: string) => {
    try {
      await callApi("deleteAccount", { body: { email: typed } });
      await signOut(auth);
      void navigate(paths.login);
      toast({ title: "Account deleted" });
    } catch (error) {
      toastError(error, "Unable to delete your account");
    }
  };
  const { data } = preview;
  const isBlocked = data !== undefined && data.blocking.length > 0;
  return (
    <DeleteDialog
      title="Delete account"
      word={email}
      isReady={data !== undefined}
      instead={isBlocked && <LinkButton to={paths.workspaceSettings}>Open members</LinkButton>}
      onDelete={remove}
      onClose={onClose}
    >
      {preview.isPending && <SkeletonRows label="Loading what would be deleted" rows={3} />}
      {preview.isError && <ErrorState error={preview.error} onRetry={preview.refetch} />}
      {data && !isBlocked && <Outcome {...data} />}
      {isBlocked && (
        <Notice
          tone="warning"
          title={`You are the only owner of ${data.blocking.map(({ name }) => `“${name}”`).join(", ")}`}
        >
          Make someone else an owner, or delete the workspace first.
        </Notice>
      )}
    </DeleteDialog>
  );
}

const Outcome = ({ deleted, kept }: Pick<AccountDeletion, "deleted" | "kept">) => (
  <>
    <List title="Deleted now">
      <li>Your profile, password and sessions</li>
      <li>API tokens you created</li>
      {deleted.map(({ name, ...counts }, index) => (
        <li key={index}>
          The workspace “{name}” with {countsText(counts)}
        </li>
      ))}
    </List>
    {kept.length > 0 && (
      <List title="Kept">
        {kept.map(({ name, owner }, index) => (
          <li key={index}>
            The workspace “{name}”. {owner || "Someone else"} owns it too.
          </li>
        ))}
        <li>Your actions in their audit logs, for 400 days</li>
      </List>
    )}
  </>
);

const countsText = ({ connections, setups, runs }: WorkspaceCounts): string =>
  `${countOf(connections, "connection")}, ${countOf(setups, "setup")} and ${countOf(runs, "run")}`;

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box>
    <Box textStyle="smallStrong">{title}</Box>
    <chakra.ul ps="5" mt="1" listStyleType="disc" overflowWrap="anywhere">
      {children}
    </chakra.ul>
  </Box>
);
