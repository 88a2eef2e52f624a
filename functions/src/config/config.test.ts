import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadConfig, secretsOf } from "./config.js";

const complete = {
  GCLOUD_PROJECT: "demo-plumbline",
  APP_URL: "https://plumbline.test/",
  ENCRYPTION_KEYS: JSON.stringify({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } }),
  HASH_KEY: "h".repeat(32),
  UNSUBSCRIBE_KEY: "u".repeat(32),
  STRIPE_SECRET_KEY: "none",
  STRIPE_WEBHOOK_SECRET: "none",
  STRIPE_METER_WEBHOOK_SECRET: "none",
  SMTP_URL: "none",
  STORAGE_SIGNING_KEY: "none",
};

beforeEach(() => {
  for (const name of ["FUNCTIONS_BASE_URL", "MIXPANEL_BASE_URL", "STORAGE_BUCKET", "TASKS_EMULATOR"])
    vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(complete)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

describe("the configuration", () => {
  it("needs only the keys in production; everything local is off", () => {
    expect(loadConfig("api")).toMatchObject({
      projectId: "demo-plumbline",
      appUrl: "https://plumbline.test",
      functionsBaseUrl: "https://us-central1-demo-plumbline.cloudfunctions.net",
      mixpanelBaseUrl: null,
      stripe: { apiBase: null, secretKey: null, webhookSecret: null },
      mail: { smtpUrl: null },
      tasks: { emulatorHost: null },
      storage: { bucket: "demo-plumbline.firebasestorage.app", signingKey: null },
    });
  });

  it("reads local addresses", () => {
    vi.stubEnv("MIXPANEL_BASE_URL", "http://127.0.0.1:9700/");
    vi.stubEnv("TASKS_EMULATOR", "127.0.0.1:9488");
    expect(loadConfig("api")).toMatchObject({
      mixpanelBaseUrl: "http://127.0.0.1:9700",
      tasks: { emulatorHost: "127.0.0.1:9488" },
    });
  });

  it.each([
    ["ENCRYPTION_KEYS", "not JSON", "encryption"],
    ["ENCRYPTION_KEYS", '{"current":"k2","keys":{}}', "encryption"],
    ["ENCRYPTION_KEYS", '{"current":"k1","keys":{"k1":"c2hvcnQ="}}', "encryption"],
    ["HASH_KEY", "too-short", "hashKey"],
    ["UNSUBSCRIBE_KEY", "", "unsubscribeKey"],
    ["STORAGE_SIGNING_KEY", "{}", "storage"],
    ["APP_URL", "not a url", "appUrl"],
  ])("%s=%s fails with the setting's name, but not its value", (name, value, path) => {
    vi.stubEnv(name, value);
    const load = () => loadConfig("api");
    expect(load).toThrow(path);
    if (value !== "") expect(load).not.toThrow(value);
  });

  it("gives each function only the secrets it uses", () => {
    const { hashKey, stripe, mail, unsubscribeKey, storage } = loadConfig("sendDelivery");
    expect(mail.smtpUrl).toBeNull();
    expect(unsubscribeKey).toBe(complete.UNSUBSCRIBE_KEY);
    expect([hashKey, stripe.secretKey, stripe.webhookSecret, storage.signingKey]).toEqual(
      Array(4).fill(undefined),
    );
    expect(loadConfig("syncSchema").encryption).toBeDefined();
  });

  it.each([
    // Starts runs (hashes of free runs), reports usage to Stripe, re-encrypts after a rotation; sends no emails.
    ["everyMinute", ["STRIPE_SECRET_KEY", "ENCRYPTION_KEYS", "HASH_KEY"]],
    ["executeRun", ["STRIPE_SECRET_KEY", "ENCRYPTION_KEYS", "HASH_KEY"]],
    ["aggregateDays", ["ENCRYPTION_KEYS", "HASH_KEY"]],
    ["syncSchema", ["ENCRYPTION_KEYS"]],
    ["readProjectContext", ["ENCRYPTION_KEYS"]],
    ["sendDelivery", ["SMTP_URL", "ENCRYPTION_KEYS", "UNSUBSCRIBE_KEY"]],
    ["sendSpendingWarning", ["SMTP_URL"]],
    ["deleteData", ["STRIPE_SECRET_KEY", "SMTP_URL"]],
    ["exportData", ["SMTP_URL"]],
  ] as const)("%s has only its own secrets", (name, secrets) => {
    expect(secretsOf[name].map((secret) => secret.name)).toEqual(secrets);
  });
});
