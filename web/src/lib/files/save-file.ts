/** Lets the browser download a file that is linked to. */
export function saveLink(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  // The server sends the file as an attachment. If it answers with a page, that page gets no access to ours.
  link.rel = "noopener";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Lets the browser download a file made on the page. @param type such as `text/csv` */
export function saveText(text: string, type: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  saveLink(url, fileName);
  URL.revokeObjectURL(url);
}
