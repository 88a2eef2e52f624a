import type { Page, Route } from "@playwright/test";

/**
 * Edits the real response of a call each time it is made. `path` is relative to the origin and may contain
 * `*`.
 */
export const change = <T>(page: Page, path: string, edit: (answer: T) => unknown): Promise<void> =>
  onApi(page, path, async (route) => {
    const { "if-none-match": _known, ...asked } = route.request().headers();
    const response = await route.fetch({ headers: asked });
    const answer = (await response.json()) as T;
    // The entity tag belongs to the unedited answer.
    const { etag: _tag, ...headers } = response.headers();
    await route.fulfill({ response, headers, json: edit(answer) });
  });

/** Answers a call without calling the server. */
export const answer = (page: Page, path: string, json: unknown, status = 200): Promise<void> =>
  onApi(page, path, (route) => route.fulfill({ status, json }));

/** Holds a call until `release()` is called. */
export async function hold(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await onApi(page, path, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return { release };
}

/** Makes a call fail as if the network were down. */
export const cut = (page: Page, path: string): Promise<void> =>
  onApi(page, path, (route) => route.abort("connectionrefused"));

const onApi = async (page: Page, path: string, handle: (route: Route) => Promise<void>): Promise<void> => {
  const pattern = new RegExp(`^/${path.replace(/^\//, "").replaceAll("*", "[^/]+")}$`);
  await page.route((url) => pattern.test(url.pathname), handle);
};
