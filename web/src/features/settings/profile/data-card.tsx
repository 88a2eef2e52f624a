import { Separator } from "@chakra-ui/react";
import { useState } from "react";
import { Card, CardBody } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { RequestExportButton } from "../request-export-button";
import { SettingRow } from "../setting-row";
import { DeleteAccountDialog } from "./delete-account-dialog";

/** Lets the user download their data and delete their account. */
export function DataCard({ email }: { email: string }) {
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
      <Separator />
      <CardBody>
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
