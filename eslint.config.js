import js from "@eslint/js";
import globals from "globals";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Within `folder`, imports that match none of `allowed` are an error: the arrows of docs/architecture.md. */
const boundary = (folder, regex, message, ignores = ["**/*.test.ts", "**/*.test.tsx", "**/testing/**"]) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  ignores,
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] },
});

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/lib/",
      "!web/src/lib/",
      "**/dist/",
      ".data/",
      // AssemblyScript: another language in the same clothes, checked by its own compiler.
      "functions/src/engine/profile/kernel/assembly/",
      "**/test-results/",
      "**/playwright-report/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-console": "off",
    },
  },
  {
    files: ["web/**/*.{js,ts,tsx}"],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    files: ["web/src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  boundary(
    "functions/src/contract",
    "^(?!zod$|\\./)",
    "The contract is bundled into the browser: zod and its own files only.",
  ),
  boundary(
    "functions/src/engine",
    "^(?!node:|zod$|\\./|(\\.\\./)+(contract|engine|stats|counts|cause|shares|profile|detectors|incidents)/|(\\.\\./)+[a-z-]+\\.js$)",
    "The engine is pure: contract and its own files only.",
  ),
  boundary(
    "functions/src/features",
    "(^firebase|^@google-cloud|^stripe|^express|/adapters/|/http/)",
    "Features see interfaces, never adapters, HTTP or an SDK.",
  ),
  boundary(
    "functions/src/adapters",
    "/http/",
    "Adapters fulfil what features ask for; they do not know HTTP routes.",
  ),
  boundary(
    "web/src",
    "functions/(?!src/contract)",
    "The web app sees the contract only (through @contract).",
  ),
);
