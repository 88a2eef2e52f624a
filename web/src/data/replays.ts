import type { SelectedDetector } from "@contract/detectors";
import type { Replay } from "@contract/replay";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "@/lib/api-client";
import { pollMs } from "@/lib/query-client";
import { keys } from "./keys";

const replayQuery = (replayId: string) =>
  queryOptions({
    queryKey: [...keys.replays, replayId],
    queryFn: () => callApi("getReplay", { params: { replayId } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? pollMs.replay : false),
  });

export type ReplayRequest = { connectionId: string; selectedDetectors: readonly SelectedDetector[] };

/** Manages one replay at a time: starts it and polls until it is done, stopped or replaced by another one. */
export function useReplay() {
  const queryClient = useQueryClient();
  const [request, setRequest] = useState<ReplayRequest | null>(null);
  const [id, setId] = useState<string | null>(null);
  const query = useQuery({ ...replayQuery(id ?? ""), enabled: id !== null });
  const starting = useMutation({
    mutationFn: ({ connectionId, selectedDetectors }: ReplayRequest) =>
      callApi("startReplay", { body: { connectionId, selectedDetectors: [...selectedDetectors] } }),
    onSuccess: (replay) => {
      if (!replay) return;
      queryClient.setQueryData(replayQuery(replay.id).queryKey, replay);
      setId(replay.id);
    },
  });
  const stopping = useMutation({
    mutationFn: (replayId: string) => callApi("stopReplay", { params: { replayId } }),
  });
  const replay: Replay | null = id === null ? null : (query.data ?? null);
  const forget = () => {
    setId(null);
    setRequest(null);
    starting.reset();
  };
  return {
    replay,
    /** When the replay was last loaded, in milliseconds. */
    readAt: query.dataUpdatedAt,
    /** The request that it was started with. */
    request,
    isStarting: starting.isPending,
    error: starting.error ?? (id === null ? null : query.error),
    start: (wanted: ReplayRequest) => {
      if (replay?.status === "running") stopping.mutate(replay.id);
      setId(null);
      setRequest(wanted);
      starting.mutate(wanted);
    },
    stop: () => {
      if (replay?.status === "running") stopping.mutate(replay.id);
      forget();
    },
    forget,
  };
}
export type ReplayState = ReturnType<typeof useReplay>;
