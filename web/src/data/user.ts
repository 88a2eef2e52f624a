import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { rememberFirstWorkspace } from "@/lib/workspace-choice";
import type { User } from "@contract/users";
import { keys } from "./keys";

export const currentUserQuery = () =>
  queryOptions({
    queryKey: keys.user,
    queryFn: async () => {
      const user = await callApi("getCurrentUser");
      rememberFirstWorkspace(user.workspaces[0]?.id);
      return user;
    },
  });

/** Changes the user and keeps the answer. */
function useUserChange<T>(mutationFn: (input: T) => Promise<User | undefined>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (user) => queryClient.setQueryData(keys.user, user) });
}

export const useUpdateProfile = () =>
  useUserChange((displayName: string) => callApi("updateProfile", { body: { displayName } }));

export const useUpdatePreferences = () =>
  useUserChange((emailNotifications: boolean) =>
    callApi("updatePreferences", { body: { emailNotifications } }),
  );
