import type { Connection } from "@contract/connections";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { useVerifyConnection } from "@/data/connections";
import { toastOutcome } from "@/lib/toast-outcome";
import { messages } from "@/lib/messages";

/**
 * Verifies a connection. Starts automatically once if the connection is pending, or if the link that led here
 * asked for it.
 */
export function useVerification(connection: Connection) {
  const mutation = useVerifyConnection();
  const [tookSeconds, setTookSeconds] = useState<number | null>(null);
  const startedFor = useRef<string | null>(null);
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation() as Location<unknown>;
  const isAsked = isVerifyRequest(state) && connection.status !== "verified";

  const verify = (tryOtherRegions = false) => {
    const isRetry = connection.status === "failed";
    const startedAt = performance.now();
    const showDuration = () =>
      setTookSeconds(Math.max(1, Math.round((performance.now() - startedAt) / 1000)));
    toastOutcome(mutation.mutateAsync({ id: connection.id, tryOtherRegions }, { onSuccess: showDuration }), {
      done: {
        title: messages.connections.verifiedTitle,
        description: isRetry ? messages.connections.verifiedOnRetry : messages.connections.verified,
      },
      failed: messages.connections.verifyFailed,
    });
  };

  const isDue = connection.status === "pending" || isAsked;
  useEffect(() => {
    if (!isDue || startedFor.current === connection.id) return;
    startedFor.current = connection.id;
    // Reloading the page must not repeat the request.
    if (isAsked) void navigate(pathname + search, { replace: true, state: null });
    verify();
  });

  return { isVerifying: mutation.isPending, verify, tookSeconds };
}

const isVerifyRequest = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "verify" in state && state.verify === true;
