/** Simulates the parts of Slack's API that messages need, and keeps the messages as people would see them. */
export class MemorySlack {
  readonly messages: { ts: string; thread?: string; text: string; blocks: string; id: string }[] = [];
  fails: string | null = null;

  answer = ({ url, body }: { url: string; body?: string }) => {
    if (url.includes("conversations.")) {
      const found = this.messages.map(({ ts, id }) => ({ ts, metadata: { event_payload: { id } } }));
      return { body: JSON.stringify({ ok: true, messages: found }) };
    }
    if (this.fails) return { body: JSON.stringify({ ok: false, error: this.fails }) };
    const sent = JSON.parse(body!) as {
      text: string;
      blocks: object[];
      ts?: string;
      thread_ts?: string;
      metadata?: { event_payload: { id: string } };
    };
    const blocks = JSON.stringify(sent.blocks);
    if (url.endsWith("chat.update")) {
      Object.assign(
        this.messages.find(({ ts }) => ts === sent.ts)!,
        { text: sent.text, blocks },
      );
      return { body: JSON.stringify({ ok: true, channel: "C1", ts: sent.ts }) };
    }
    const ts = `100.${this.messages.length}`;
    const thread = sent.thread_ts;
    const id = sent.metadata!.event_payload.id;
    this.messages.push({ ts, ...(thread ? { thread } : {}), text: sent.text, blocks, id });
    return { body: JSON.stringify({ ok: true, channel: "C1", ts }) };
  };
}
