/**
 * Configuration of the browser app, read once from Vite's environment. A missing variable fails at startup
 * with its name.
 */
export const env = readEnv(import.meta.env);

/** @throws Error naming the first required variable that is missing or empty */
function readEnv(source: Record<string, unknown>) {
  const optional = (name: string, fallback = ""): string => {
    const value = source[name];
    return typeof value === "string" && value !== "" ? value : fallback;
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === "") throw new Error(`Missing environment variable ${name}`);
    return value;
  };
  return {
    firebase: {
      apiKey: required("VITE_FIREBASE_API_KEY"),
      authDomain: required("VITE_FIREBASE_AUTH_DOMAIN"),
      projectId: required("VITE_FIREBASE_PROJECT_ID"),
      appId: required("VITE_FIREBASE_APP_ID"),
    },
    /** Origin of the Auth emulator; empty means the real identity provider. */
    authEmulatorUrl: optional("VITE_AUTH_EMULATOR_URL"),
    /** Public address of the site, used in links for search engines and link previews. */
    siteUrl: optional("VITE_SITE_URL", "https://plumbline.dev"),
    /** Pages outside the app, opened in a new tab. */
    links: {
      blog: optional("VITE_LINK_BLOG", "https://plumbline.dev/blog"),
      youTube: optional("VITE_LINK_YOUTUBE", "https://plumbline.dev/youtube"),
      docs: optional("VITE_LINK_DOCS", "https://plumbline.dev/docs"),
      about: optional("VITE_LINK_ABOUT", "https://plumbline.dev/about"),
      demo: optional("VITE_LINK_DEMO", "https://plumbline.dev/book-a-demo"),
      call: optional("VITE_LINK_CALL", "https://plumbline.dev/book-a-call"),
    },
  };
}
