import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import { dismissToast } from "@/lib/toast";
import { apiServer } from "./api-server";

// A page's code is loaded on first use, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 50_000 });

// What jsdom leaves out and the components need.
globalThis.matchMedia ??= (query) => Object.assign(new EventTarget(), inertMediaQuery(query));
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

// At once, not in a hook: the Firebase SDK keeps the fetch it finds when it is loaded.
apiServer.listen({ onUnhandledRequest: "error" });
afterEach(() => {
  cleanup();
  dismissToast();
  apiServer.resetHandlers();
});
afterAll(() => apiServer.close());

const inertMediaQuery = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
});
