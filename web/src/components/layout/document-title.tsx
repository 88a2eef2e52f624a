import { useEffect } from "react";

/** Names the tab after the page. (A rendered <title> would stand behind the one in index.html.) */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  return null;
}
