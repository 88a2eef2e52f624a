import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import boundaries, { testFiles } from "./eslint/boundaries.js";

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/lib/",
      "!web/src/lib/",
      "**/dist/",
      "**/coverage/",
      ".data/",
      // AssemblyScript: another language with the same file ending, checked by its own compiler.
      "functions/src/**/kernel/assembly/",
      "**/test-results/",
      "**/playwright-report/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.recommendedTypeCheckedOnly,
  {
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      "import-x/extensions": [".ts", ".tsx", ".js", ".mjs"],
      "import-x/resolver-next": [
        createTypeScriptImportResolver({
          noWarnOnMultipleProjects: true,
          project: [
            "functions/tsconfig.json",
            "web/tsconfig.json",
            "cli/tsconfig.json",
            "emulators/tsconfig.json",
            "bench/tsconfig.json",
          ],
        }),
      ],
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // What fulfills an asynchronous interface need not wait itself.
      "@typescript-eslint/require-await": "off",
      eqeqeq: "error",
      "no-console": "off",
    },
  },
  {
    // Tests read parsed JSON and pass methods to `expect`; a wrong guess about either fails the test.
    files: testFiles,
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  // Configuration and build scripts that no tsconfig names.
  { files: ["**/*.{js,mjs}", "**/vitest*.config.ts"], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ["web/**/*.{js,ts,tsx}"],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    files: ["web/src/**/*.{ts,tsx}"],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // A form that the user opened takes the focus.
      "jsx-a11y/no-autofocus": ["error", { ignoreNonDOM: true }],
      // Tables become cards on phones: with another `display` browsers drop the roles that the elements imply.
      "jsx-a11y/no-redundant-roles": [
        "error",
        { table: ["table"], thead: ["rowgroup"], tbody: ["rowgroup"], tr: ["row"] },
      ],
    },
  },
  ...boundaries,
);
