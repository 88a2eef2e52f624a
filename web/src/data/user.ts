import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { keys } from "./keys";

export const currentUserQuery = () =>
  queryOptions({ queryKey: keys.user, queryFn: () => callApi("getCurrentUser") });

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
