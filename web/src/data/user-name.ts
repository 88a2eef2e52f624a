import type { User } from "@contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { keys } from "./keys";

type Named = { displayName?: string | null };

/**
 * The display name from the identity provider, else from the user record, else null. The record is only read
 * from the cache, so that the navigation bar, which signed-out visitors load too, doesn't need the API
 * client.
 */
export function useDisplayName(identity: Named | null | undefined): string | null {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange),
    [queryClient],
  );
  const recordName = useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryData<User>(keys.user)?.displayName,
  );
  return identity?.displayName || (identity && recordName) || null;
}
