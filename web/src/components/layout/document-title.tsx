import { useEffect } from "react";

type DocumentTitleProps = {
  title: string;
  /** True if the title already includes the product's name. */
  isWhole?: boolean;
};

/** Sets the tab's title. (A rendered <title> would come after the one in index.html and be ignored.) */
export function DocumentTitle({ title, isWhole = false }: DocumentTitleProps) {
  useEffect(() => {
    document.title = isWhole ? title : `${title} · Plumbline`;
  }, [title, isWhole]);
  return null;
}
