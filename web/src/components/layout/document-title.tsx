import { useEffect } from "react";

type DocumentTitleProps = {
  title: string;
  /** Names the product already. */
  isWhole?: boolean;
};

/** Names the tab after the page. (A rendered <title> would stand behind the one in index.html.) */
export function DocumentTitle({ title, isWhole = false }: DocumentTitleProps) {
  useEffect(() => {
    document.title = isWhole ? title : `${title} · Plumbline`;
  }, [title, isWhole]);
  return null;
}
