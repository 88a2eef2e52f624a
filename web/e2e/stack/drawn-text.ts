import { chromium } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./chromium";

const families = ["sans-serif", "serif", "monospace", "system-ui"];

/**
 * Starts the browser once and measures a word in each generic font family.
 * @throws Error if a family draws nothing: every heading would count as hidden, and journeys would fail with
 *   unrelated errors
 */
export async function assertTextIsDrawn(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.setContent(
      families.map((family) => `<span style="font-family: ${family}">Plumbline</span>`).join("<br>"),
    );
    const widths = await page
      .locator("span")
      .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().width));
    const missing = families.filter((_family, index) => !widths[index]);
    if (missing.length > 0)
      throw new Error(
        `The browser draws no letters in ${missing.join(", ")}: it finds no font. Check web/e2e/stack/chromium.ts, or the fonts of the browser that CHROME names.`,
      );
  } finally {
    await browser.close();
  }
}
