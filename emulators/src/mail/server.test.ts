import nodemailer from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startMail, type MailServer } from "./server.js";

let mail: MailServer;

beforeAll(async () => {
  mail = await startMail({ smtpPort: 0, port: 0 });
});
beforeEach(() => fetch(`${mail.url}/api/messages`, { method: "DELETE" }));
afterAll(() => mail.close());

interface Listed {
  readonly id: string;
  readonly subject: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly headers: Record<string, string>;
}
const messages = async (query = "") => {
  const body = (await (await fetch(`${mail.url}/api/messages${query}`)).json()) as { messages: Listed[] };
  return body.messages;
};
const send = (message: object) =>
  nodemailer.createTransport(mail.smtpUrl).sendMail({ from: "reports@example.com", ...message });

it("keeps a message with its text, HTML and headers", async () => {
  await send({
    to: "ann@example.com",
    subject: "2 alerts in Größe 🐎",
    text: "Two alerts.",
    html: "<p>Two <b>alerts</b>.</p>",
    list: { unsubscribe: { url: "https://example.com/u?token=1" } },
  });
  const [message] = await messages();
  expect(message).toMatchObject({
    to: ["ann@example.com"],
    subject: "2 alerts in Größe 🐎",
    text: expect.stringContaining("Two alerts."),
    html: expect.stringContaining("<b>alerts</b>"),
  });
  expect(message?.headers["list-unsubscribe"]).toBe("<https://example.com/u?token=1>");
});

it("lists the newest first, by recipient and subject", async () => {
  await send({ to: "ann@example.com", subject: "first", text: "1" });
  await send({ to: "bob@example.com", subject: "second", text: "2" });
  expect((await messages()).map(({ subject }) => subject)).toEqual(["second", "first"]);
  expect(await messages("?to=ann@example.com&subject=fir")).toHaveLength(1);
});

it("shows text from a sender as text, and HTML in a frame without scripts", async () => {
  const attack = "<script>alert(1)</script>";
  await send({ to: "a@example.com", subject: attack, text: attack, html: attack });
  const [message] = await messages();
  const list = await fetch(mail.url);
  const page = await fetch(`${mail.url}/messages/${message?.id}`);
  const frame = await fetch(`${mail.url}/messages/${message?.id}/html`);
  for (const response of [list, page]) expect(await response.text()).not.toContain("<script>");
  expect(frame.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await (await fetch(`${mail.url}/messages/${message?.id}`)).text()).toMatch(/<iframe[^>]* sandbox=/);
});

it("answers an unknown message with 404", async () => {
  expect((await fetch(`${mail.url}/messages/none`)).status).toBe(404);
});
