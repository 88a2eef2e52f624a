import { useSearchParams } from "react-router-dom";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/config/paths";
import { AcceptInvitation } from "./accept-invitation";
import { AuthLayout } from "./auth-layout";
import { ConfirmNewEmail } from "./confirm-new-email";
import { ResetPassword } from "./reset-password";
import { VerifyEmail } from "./verify-email";

/** Where the links of our emails lead. Nothing happens by opening it alone, except proving that an address is one's own. */
export function ActionPage() {
  const [search] = useSearchParams();
  const code = search.get("oobCode") ?? "";
  const token = search.get("token") ?? "";
  switch (search.get("mode")) {
    case "verifyEmail":
      return <VerifyEmail code={code} />;
    case "resetPassword":
      return <ResetPassword code={code} />;
    case "verifyAndChangeEmail":
      return <ConfirmNewEmail code={code} />;
    case "acceptInvitation":
      return <AcceptInvitation token={token} />;
    default:
      return (
        <AuthLayout title="This link isn't complete" text="Open it again from the email.">
          <LinkButton to={paths.home} width="100%">
            Go to Plumbline
          </LinkButton>
        </AuthLayout>
      );
  }
}
