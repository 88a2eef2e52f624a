import type { Connection } from "@contract/connections";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useVerifyConnection } from "@/data/connections";
import { announce } from "@/lib/announce";
import { messages } from "@/lib/messages";

/**
 * Verifies a connection. It starts by itself once on arriving at a pending one, and where another
 * page sent the reader here to verify.
 */
export function useVerification(connection: Connection) {
  const mutation = useVerifyConnection();
  const [tookSeconds, setTookSeconds] = useState<number | null>(null);
  const startedFor = useRef<string | null>(null);
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const isAsked = isVerifyRequest(state) && connection.status !== "verified";

  const verify = () => {
    const isRetry = connection.status === "failed";
    const startedAt = performance.now();
    const showDuration = () =>
      setTookSeconds(Math.max(1, Math.round((performance.now() - startedAt) / 1000)));
    announce(mutation.mutateAsync(connection.id, { onSuccess: showDuration }), {
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
    // The request must not be repeated by a reload.
    if (isAsked) void navigate(pathname + search, { replace: true, state: null });
    verify();
  });

  return { isVerifying: mutation.isPending, verify, tookSeconds };
}

const isVerifyRequest = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "verify" in state && state.verify === true;
