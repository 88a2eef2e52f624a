import { Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { BodyCard, Card, CardBody } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { currentUserQuery } from "@/data/user";
import { SettingsLayout } from "../settings-layout";
import { ProfileCard } from "./profile-card";
import { SignInCard } from "./sign-in-card";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RequestExportButton } from "@/features/settings/request-export-button";
import { SettingRow } from "@/features/settings/setting-row";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { useSearchParams } from "react-router-dom";
import { Notice } from "@/components/states/notice";
import { callApi } from "@/lib/api-client";
import { isNotFound } from "@/lib/api-error";
import { toastError, toastFailure } from "@/lib/toast";

/** Name and email address, password and sessions, data download and account deletion. */
export function ProfilePage() {
  const user = useQuery(currentUserQuery());
  return (
    <SettingsLayout>
      <Stack gap="4">
        <DownloadNotice />
        {user.isPending && (
          <BodyCard>
            <SkeletonRows label="Loading your profile" rows={3} />
          </BodyCard>
        )}
        {user.isError && (
          <ErrorState title="Unable to load your profile" error={user.error} onRetry={user.refetch} />
        )}
        {user.data && (
          <>
            <ProfileCard user={user.data} />
            <SignInCard email={user.data.email} />
            <DataCard email={user.data.email} />
          </>
        )}
      </Stack>
    </SettingsLayout>
  );
}

/** Lets the user download their data and delete their account. */
function DataCard({ email }: { email: string }) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card>
      <CardBody>
        <SettingRow
          title="Download my data"
          text={`Your profile, memberships and actions in one JSON file. A link is sent to ${email}.`}
          action={<RequestExportButton of="exportMyData" email={email} />}
        />
      </CardBody>
      <CardBody borderTopWidth="1px">
        <SettingRow
          title="Delete account"
          text="Deletes your account and everything only you own. Workspaces with another owner are kept."
          action={
            <Button color="alert.fg" onClick={() => setIsDeleting(true)}>
              Delete account
            </Button>
          }
        />
      </CardBody>
      {isDeleting && <DeleteAccountDialog email={email} onClose={() => setIsDeleting(false)} />}
    </Card>
  );
}

/** Shown when the page was opened through the link in a data download email. */
function DownloadNotice() {
  const [search] = useSearchParams();
  const id = search.get("download");
  const [isPending, setIsPending] = useState(false);
  if (id === null) return null;
  const download = async () => {
    setIsPending(true);
    try {
      const { url } = await callApi("getDataExport", { params: { id } });
      window.location.assign(url);
    } catch (error) {
      if (isNotFound(error))
        toastFailure("This file has been deleted", "We keep files for 24 hours. Request a new one.");
      else toastError(error, "Unable to download your data");
    }
    setIsPending(false);
  };
  return (
    <Notice
      tone="info"
      title="Your data is ready"
      action={
        <Button size="xs" disabled={isPending} onClick={() => void download()}>
          Download file
        </Button>
      }
    >
      The file is deleted 24 hours after you requested it.
    </Notice>
  );
}
