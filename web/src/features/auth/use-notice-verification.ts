import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAuth } from "reactfire";
import { currentUserQuery } from "@/data/user";
import { tellIfEnded } from "@/lib/session";

/**
 * An address may be verified in another tab or on another device, but this tab's token keeps saying that it isn't. Asks
 * the provider whenever the tab is looked at, and whenever the server calls the address unverified, for example after
 * another tab announced a change.
 */
export function useNoticeVerification(): void {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const { data: user, dataUpdatedAt } = useQuery(currentUserQuery());
  const isUnverified = user?.emailVerified === false;
  // A new token that still calls the address unverified stays: asking again wouldn't help.
  const hasNewToken = useRef(false);
  useEffect(() => {
    if (!isUnverified) {
      hasNewToken.current = false;
      return;
    }
    const check = async () => {
      const person = auth.currentUser;
      if (!person) return;
      await person.reload().catch(() => tellIfEnded(auth));
      if (!person.emailVerified || hasNewToken.current) return;
      hasNewToken.current = true;
      await person.getIdToken(true);
      await queryClient.invalidateQueries();
    };
    const look = () => {
      if (document.visibilityState === "visible") void check().catch(() => undefined);
    };
    void check().catch(() => undefined);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [auth, queryClient, isUnverified, dataUpdatedAt]);
}
