import { Box, Stack } from "@chakra-ui/react";
import type { User } from "@contract/users";
import { useState, type FormEvent } from "react";
import { useAuth } from "reactfire";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useUpdateProfile } from "@/data/user";
import { callApi } from "@/lib/api-client";
import { toast, toastError } from "@/lib/toast";
import { PasswordDialog, proveIdentity } from "./password-dialog";

/** Name and email address. A new address takes effect once the link sent to it is opened. */
export function ProfileCard({ user }: { user: User }) {
  const auth = useAuth();
  const update = useUpdateProfile();
  const [typedName, setTypedName] = useState<string>();
  const [typedEmail, setTypedEmail] = useState<string>();
  const name = typedName ?? user.displayName;
  const email = typedEmail ?? user.email;
  const [isConfirming, setIsConfirming] = useState(false);
  const hasNewName = name.trim() !== "" && name.trim() !== user.displayName;
  const newEmail = email.trim();
  const hasNewEmail = newEmail !== "" && newEmail.toLowerCase() !== user.email.toLowerCase();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (hasNewName)
      try {
        await update.mutateAsync(name.trim());
        setTypedName((current) => (current === typedName ? undefined : current));
        // The name is saved, whether or not this browser's copy of the account can be read now.
        await auth.currentUser?.reload().catch(() => undefined);
        toast({ title: "Name saved" });
      } catch (error) {
        toastError(error, "Unable to save your name");
        return;
      }
    if (hasNewEmail) setIsConfirming(true);
  };
  const changeEmail = async (password: string) => {
    await proveIdentity(auth, password);
    await callApi("changeEmail", { body: { email: newEmail } });
    setTypedEmail(undefined);
    toast({ title: "Check your email", description: `Open the link that we sent to ${newEmail}.` });
  };

  return (
    <Card>
      <CardHeader title="Profile" />
      <form onSubmit={(event) => void submit(event)}>
        <CardBody>
          <Stack gap="5" maxW="400px">
            <TextField
              label="Name"
              autoComplete="name"
              maxLength={200}
              value={name}
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              maxLength={254}
              help={
                <>
                  <Box as="span" color={user.emailVerified ? "fg.subtle" : "warning.fg"}>
                    {user.emailVerified ? "Verified." : "Not verified yet."}
                  </Box>{" "}
                  A new address takes effect once you open the link sent to it.
                </>
              }
              value={email}
              onChange={(event) => setTypedEmail(event.currentTarget.value)}
            />
          </Stack>
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={!(hasNewName || hasNewEmail) || update.isPending}>
            {update.isPending ? "Saving..." : "Save"}
          </Button>
        </CardFooter>
      </form>
      {isConfirming && (
        <PasswordDialog
          title="Change email address"
          text={`We'll send a link to ${newEmail} and notify ${user.email}. Nothing changes until the link is opened.`}
          submitLabel="Send link"
          onSubmit={changeEmail}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Card>
  );
}
