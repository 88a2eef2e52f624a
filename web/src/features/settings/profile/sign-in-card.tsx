import { signInWithEmailAndPassword, updatePassword } from "firebase/auth";
import { useState } from "react";
import { useAuth } from "reactfire";
import { Card, CardBody } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { callApi } from "@/lib/api-client";
import { toast, toastFailure } from "@/lib/toast";
import { renewSession } from "@/lib/token-source";
import { SettingRow } from "../setting-row";
import { PasswordDialog, proveIdentity } from "./password-dialog";

const minimumLength = 6;

/** Password and sessions. */
export function SignInCard({ email }: { email: string }) {
  const auth = useAuth();
  const [open, setOpen] = useState<"password" | "sessions" | null>(null);
  const [newPassword, setNewPassword] = useState("");
  const close = () => {
    setOpen(null);
    setNewPassword("");
  };
  const changePassword = (current: string) =>
    renewSession(async () => {
      await proveIdentity(auth, current);
      await updatePassword(auth.currentUser!, newPassword);
      // The provider revokes tokens of the old password, this browser's too. A failure below must not make the
      // dialog ask for the old password again, which would be a dead end.
      await signInWithEmailAndPassword(auth, email, newPassword);
      const isSignedOutElsewhere = await callApi("signOutEverywhere").then(
        () => true,
        () => false,
      );
      await signInWithEmailAndPassword(auth, email, newPassword);
      if (isSignedOutElsewhere)
        toast({ title: "Password changed", description: "Other devices were logged out." });
      else
        toastFailure("Password changed", "Other devices may still be logged in. Use “Log out everywhere”.");
    });
  const signOutEverywhere = (current: string) =>
    renewSession(async () => {
      await proveIdentity(auth, current);
      await callApi("signOutEverywhere");
      // This session was ended along with the others.
      await signInWithEmailAndPassword(auth, email, current);
      toast({ title: "Logged out everywhere else" });
    });
  return (
    <Card>
      <CardBody>
        <SettingRow
          title="Password"
          text="Changing it logs you out on all other devices and ends the API tokens you created."
          action={<Button onClick={() => setOpen("password")}>Change password</Button>}
        />
      </CardBody>
      <CardBody borderTopWidth="1px">
        <SettingRow
          title="Sessions"
          text="Every browser where you're logged in, and the API tokens you created."
          action={<Button onClick={() => setOpen("sessions")}>Log out everywhere</Button>}
        />
      </CardBody>
      {open === "password" && (
        <PasswordDialog
          title="Change password"
          text="Other devices have to log in again with the new one. API tokens you created stop working."
          submitLabel="Change password"
          onSubmit={changePassword}
          onClose={close}
        >
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            minLength={minimumLength}
            help={`At least ${minimumLength} characters.`}
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
          />
        </PasswordDialog>
      )}
      {open === "sessions" && (
        <PasswordDialog
          title="Log out everywhere"
          text="You stay logged in here. All other devices have to log in again, and API tokens you created stop working."
          submitLabel="Log out other devices"
          onSubmit={signOutEverywhere}
          onClose={close}
        />
      )}
    </Card>
  );
}
