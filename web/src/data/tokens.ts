import { queryOptions } from "@tanstack/react-query";
import type { CreateToken } from "@contract/tokens";
import { callApi } from "@/lib/api-client";
import { useChange } from "@/lib/query-client";
import { keys } from "./keys";

const tokensKey = [...keys.workspace, "tokens"];

export const tokensQuery = () => queryOptions({ queryKey: tokensKey, queryFn: () => callApi("listTokens") });

const useTokenChange = <T, R>(mutationFn: (input: T) => Promise<R>) => useChange(mutationFn, [tokensKey]);

export const useCreateToken = () => useTokenChange((body: CreateToken) => callApi("createToken", { body }));

export const useRevokeToken = () =>
  useTokenChange((id: string) => callApi("revokeToken", { params: { id } }));
