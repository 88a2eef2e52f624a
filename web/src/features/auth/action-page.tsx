import { useSearchParams } from "react-router-dom";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/config/paths";
import { AcceptInvitation } from "./accept-invitation";
import { AuthLayout } from "./auth-layout";
import { ConfirmNewEmail } from "./confirm-new-email";
import { ResetPassword } from "./reset-password";
import { VerifyEmail } from "./verify-email";

/** The page that links in our emails open. Opening it does nothing by itself, except verify an address. */
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
        <AuthLayout title="This link is incomplete" text="Open it again from the email.">
          <LinkButton to={paths.home} width="100%">
            Go to Plumbline
          </LinkButton>
        </AuthLayout>
      );
  }
}
