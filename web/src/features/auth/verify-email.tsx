import { applyActionCode } from "firebase/auth";
import { useQuery } from "@tanstack/react-query";
import { useAuth } from "reactfire";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/config/paths";
import { announceChange } from "@/lib/query-client";
import { AuthLayout } from "./auth-layout";

/** Redeems the code from a verification email. */
export function VerifyEmail({ code }: { code: string }) {
  const auth = useAuth();
  const verified = useQuery({
    queryKey: ["verify-email", code],
    queryFn: async () => {
      await applyActionCode(auth, code);
      await auth.currentUser?.reload();
      // So that the next request's token says that the email is verified.
      await auth.currentUser?.getIdToken(true);
      announceChange();
      return true;
    },
  });
  if (verified.isPending) return <AuthLayout title="Verifying your email..." />;
  if (verified.isError)
    return (
      <AuthLayout
        title="This link no longer works"
        text="Links work once and for a limited time. Log in and request a new one in the banner at the top."
      >
        <LinkButton to={paths.home} variant="solid" width="100%">
          Go to Plumbline
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Email verified" text="Plumbline can now email you about findings.">
      <LinkButton to={paths.home} variant="solid" width="100%">
        Continue
      </LinkButton>
    </AuthLayout>
  );
}
