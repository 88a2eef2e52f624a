import { expect, type Page } from "@playwright/test";
import { stackUrl } from "./account";

type Mail = { subject: string; text: string };

/** The emails that the local mail server received for an address. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const answer = await fetch(`${stackUrl("MAIL")}/api/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: Mail[] }).messages;
}

/**
 * Opens an email in the local mail page, waiting for it if necessary, and follows its link.
 * @returns the link
 */
export async function followMail(page: Page, email: string, subject: string): Promise<string> {
  const row = page.getByRole("row").filter({ hasText: email }).getByRole("link", { name: subject });
  await expect(async () => {
    await page.goto(stackUrl("MAIL"));
    await expect(row.first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await row.first().click();
  const link = linkIn(await page.locator("pre").innerText());
  await page.goto(link);
  return link;
}

/** The link in an email whose subject matches, as soon as it has arrived. */
export async function linkInMail(email: string, subject: RegExp): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return linkIn((await find())!.text);
}

function linkIn(text: string): string {
  const link = /https?:\/\/\S*\/(?:auth\/action|settings\/profile)\?\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}
