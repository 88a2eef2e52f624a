import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Signer } from "../../storage/signed-urls.js";

/** Local replacements for the secrets that Secret Manager holds in production. */
export interface DevelopmentKeys {
  readonly storageSigner: Signer;
  /** 32 bytes each, base64. */
  readonly encryptionKey: string;
  readonly hashKey: string;
  readonly unsubscribeKey: string;
}

/** Generated on the first start and stored with the data they encrypt. */
export function developmentKeys(dataDir: string): DevelopmentKeys {
  const file = path.join(dataDir, "development-keys.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as DevelopmentKeys;
  const keys = generate();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

function generate(): DevelopmentKeys {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = () => randomBytes(32).toString("base64");
  return {
    storageSigner: {
      client_email: "storage@demo-plumbline.iam.gserviceaccount.com",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
    encryptionKey: key(),
    hashKey: key(),
    unsubscribeKey: key(),
  };
}
