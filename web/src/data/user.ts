import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { rememberFirstWorkspace } from "@/lib/workspace-choice";
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

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => callApi("updateProfile", { body: { displayName } }),
    onSuccess: (user) => queryClient.setQueryData(keys.user, user),
  });
}

export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (emailNotifications: boolean) =>
      callApi("updatePreferences", { body: { emailNotifications } }),
    onSuccess: (user) => queryClient.setQueryData(keys.user, user),
  });
}
