import { expect, it } from "vitest";
import { connectionId, runWorld, workspaceId } from "../../testing/run-world.js";
import { aesSecretBox } from "./aes-secret-box.js";
import { resealSecrets } from "./reseal-secrets.js";
import { connectionSecretContext } from "./secret-box.js";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const rotated = aesSecretBox({ current: "next", keys: { test: key(7), next: key(8) } });
const withoutOldKey = aesSecretBox({ current: "next", keys: { next: key(8) } });
const never = () => false;

it("after a rotation, every secret opens without the earlier key, and a second pass finds nothing", async () => {
  const deps = await runWorld();
  expect(await resealSecrets({ ...deps, secrets: rotated }, never)).toBe(1);
  const { secret } = await deps.connections.get(workspaceId, connectionId);
  const context = connectionSecretContext(workspaceId, connectionId);
  expect(withoutOldKey.open(secret, context)).toBe(deps.mixpanel.secret);
  expect(await resealSecrets({ ...deps, secrets: rotated }, never)).toBe(0);
});

it("leaves a secret alone that its owner replaced meanwhile", async () => {
  const deps = await runWorld();
  const before = await deps.connections.get(workspaceId, connectionId);
  const context = connectionSecretContext(workspaceId, connectionId);
  const theirs = rotated.seal("theirs", context);
  await deps.connections.update(workspaceId, connectionId, { ...before, secret: theirs });
  await deps.connections.replaceSecret(
    workspaceId,
    connectionId,
    before.secret,
    rotated.seal("ours", context),
  );
  expect((await deps.connections.get(workspaceId, connectionId)).secret).toEqual(theirs);
});

it("a secret that does not open is logged and doesn't block the others", async () => {
  const deps = await runWorld();
  const record = await deps.connections.get(workspaceId, connectionId);
  await deps.connections.create(workspaceId, {
    ...record,
    id: "broken",
    secret: { ...record.secret, tag: Buffer.alloc(16).toString("base64") },
  });
  expect(await resealSecrets({ ...deps, secrets: rotated }, never)).toBe(1);
});
