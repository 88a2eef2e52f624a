import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "../stack/chromium";
import { startTestStack } from "../stack/stack";
import { preparePeople } from "./people";
import { screens } from "./screens";
import { takePictures, themes, widths } from "./take-pictures";

const folder = fileURLToPath(new URL("../../screenshots", import.meta.url));

/**
 * `npm run screenshots [-- part-of-a-name…]`: pictures of every screen at both widths in both themes, with
 * the demo account on its own stack, or on a running one (`PLUMBLINE_APP_URL` and `PLUMBLINE_AUTH_URL`).
 */
async function main(wanted: readonly string[]): Promise<number> {
  const chosen = screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new Error(`No screen has ${wanted.join(" or ")} in its name.`);
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
  const stop = await startTestStack();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...chromiumArgs] });
  try {
    const people = await preparePeople();
    const problems: string[] = [];
    for (const theme of themes)
      for (const width of widths) {
        problems.push(...(await takePictures(browser, { width, theme }, chosen, people, folder)));
        console.log(`${width} px, ${theme}: done`);
      }
    writeFileSync(path.join(folder, "index.html"), contactSheet());
    for (const problem of problems) console.log(`! ${problem}`);
    console.log(`Pictures in ${folder}; index.html shows them side by side.`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await stop();
  }
}

/** An HTML page with one row per screen, showing both themes and widths. */
function contactSheet(): string {
  const rows = screens.map(({ name }) => {
    const pictures = widths.flatMap((width) =>
      themes.map(
        (theme) => `<a href="${name}-${theme}-${width}.png"><img src="${name}-${theme}-${width}.png"></a>`,
      ),
    );
    return `<h2>${name}</h2><div>${pictures.join("")}</div>`;
  });
  const style =
    "body{font-family:sans-serif}div{display:flex;gap:12px;align-items:start}img{max-width:32vw;border:1px solid #ccc}";
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join("\n")}`;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
