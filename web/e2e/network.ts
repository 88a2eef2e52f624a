import type { Page, Route } from "@playwright/test";

/** Lets the real answer of a call through, changed. `path` is below the origin and may hold `*`. */
export const change = <T>(page: Page, path: string, edit: (answer: T) => unknown): Promise<void> =>
  onApi(page, path, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as T;
    await route.fulfill({ response, json: edit(answer) });
  });

/** Answers a call without asking the server. */
export const answer = (page: Page, path: string, json: unknown, status = 200): Promise<void> =>
  onApi(page, path, (route) => route.fulfill({ status, json }));

/** Leaves a call without an answer until `release()` is called. */
export async function hold(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await onApi(page, path, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return { release };
}

/** Breaks the connection under a call. */
export const cut = (page: Page, path: string): Promise<void> =>
  onApi(page, path, (route) => route.abort("connectionrefused"));

const onApi = async (page: Page, path: string, handle: (route: Route) => Promise<void>): Promise<void> => {
  const pattern = new RegExp(`^/${path.replace(/^\//, "").replaceAll("*", "[^/]+")}$`);
  await page.route((url) => pattern.test(url.pathname), handle);
};
