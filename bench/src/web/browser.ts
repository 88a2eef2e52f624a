import * as chromeLauncher from "chrome-launcher";
import { chromiumPath } from "../../../web/e2e/stack/chromium.js";

/** Starts a headless browser with its debugging port open and ends it after `use`. */
export async function withBrowser<T>(use: (port: number) => Promise<T>): Promise<T> {
  const chrome = await chromeLauncher.launch({
    chromePath: await chromiumPath(),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    return await use(chrome.port);
  } finally {
    chrome.kill();
  }
}
