/** Simulates the parts of Slack's API that messages need, and keeps the messages as people would see them. */
export class MemorySlack {
  readonly messages: { ts: string; thread?: string; text: string; blocks: string; id: string }[] = [];
  /** Sentences that only one person sees. */
  readonly ephemeral: { user: string; text: string; thread_ts?: string }[] = [];
  /** Profiles by the person's id. */
  people: Record<string, { profile: { email?: string }; [key: string]: unknown }> = {};
  fails: string | null = null;

  answer = ({ url, body }: { url: string; body?: string }) => {
    const ok = (value: object) => ({ body: JSON.stringify({ ok: true, ...value }) });
    const refuse = (error: string) => ({ body: JSON.stringify({ ok: false, error }) });
    const query = new URL(url).searchParams;
    if (url.includes("conversations."))
      return ok({
        messages: this.messages.map(({ ts, id }) => ({ ts, metadata: { event_payload: { id } } })),
      });
    if (this.fails) return refuse(this.fails);
    if (url.includes("users.")) {
      const isWanted = ([id, { profile }]: [string, { profile: { email?: string } }]): boolean =>
        id === query.get("user") || profile.email === query.get("email");
      const [found] = Object.entries(this.people).filter(isWanted);
      return found ? ok({ user: { id: found[0], ...found[1] } }) : refuse("users_not_found");
    }
    const sent = JSON.parse(body!) as {
      user: string;
      text: string;
      blocks: object[];
      ts?: string;
      thread_ts?: string;
      metadata?: { event_payload: { id: string } };
    };
    const { user, text, thread_ts: thread } = sent;
    if (url.endsWith("chat.postEphemeral")) {
      this.ephemeral.push({ user, text, ...(thread && { thread_ts: thread }) });
      return ok({});
    }
    const blocks = JSON.stringify(sent.blocks);
    if (url.endsWith("chat.update")) {
      Object.assign(
        this.messages.find(({ ts }) => ts === sent.ts)!,
        { text, blocks },
      );
      return ok({ channel: "C1", ts: sent.ts });
    }
    const ts = `100.${this.messages.length}`;
    const id = sent.metadata!.event_payload.id;
    this.messages.push({ ts, ...(thread ? { thread } : {}), text, blocks, id });
    return ok({ channel: "C1", ts });
  };
}
