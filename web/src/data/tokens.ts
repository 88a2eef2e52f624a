import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateToken } from "@contract/tokens";
import { callApi } from "@/lib/api-client";
import { reload } from "@/lib/query-client";
import { keys } from "./keys";

const tokensKey = [...keys.workspace, "tokens"];

export const tokensQuery = () => queryOptions({ queryKey: tokensKey, queryFn: () => callApi("listTokens") });

function useTokenMutation<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => reload(queryClient, tokensKey),
  });
}

export const useCreateToken = () => useTokenMutation((body: CreateToken) => callApi("createToken", { body }));

export const useRevokeToken = () =>
  useTokenMutation((id: string) => callApi("revokeToken", { params: { id } }));
