import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "@/config/paths";

const key = "plumbline-invitation";

/** Keeps an invitation's token while the user logs in or signs up. */
export const keepInvitation = (token: string): void => sessionStorage.setItem(key, token);

/** After login or sign-up, returns to the invitation that was opened before. */
export function useContinueInvitation(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const token = sessionStorage.getItem(key);
    if (token === null || pathname === paths.authAction) return;
    sessionStorage.removeItem(key);
    void navigate(`${paths.authAction}?mode=acceptInvitation&token=${encodeURIComponent(token)}`);
  }, [navigate, pathname]);
}
