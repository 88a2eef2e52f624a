import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameSearchQuery } from "@/data/data-settings";

const pauseMs = 300;

/**
 * Searches the names that aren't loaded, if there are any, once the user stops typing. The names found are
 * added to the loaded settings.
 */
export function useNameSearch(
  settings: DataSettings & { connection: { id: string } },
  text: string,
): { isSearching: boolean } {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isNeeded = settings.nextCursor !== null && text !== "";
  const { isFetching } = useQuery({
    ...nameSearchQuery(settings.connection.id, search),
    enabled: isNeeded && search !== "",
  });
  return { isSearching: isNeeded && (isFetching || search !== text) };
}
