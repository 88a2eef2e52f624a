import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";
import { dismissToast } from "@/lib/toast";
import { apiServer } from "./api-server";

// A page's code is loaded on first use, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// In development, React records a stack trace for each created element. No test looks at them.
Object.defineProperty(reactInternals(), "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});

rememberStyles();

// APIs that the components need and jsdom lacks.
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

afterEach(() => {
  cleanup();
  dismissToast();
  apiServer.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

/**
 * Queries by role ask for the same styles again and again, and jsdom computes all their properties anew for each
 * call. It notes itself when styles may have changed: then it starts an empty cache of its own.
 */
function rememberStyles(): void {
  const key = Object.getOwnPropertySymbols(document).find(({ description }) => description === "impl")!;
  const jsdom = (document as unknown as Record<symbol, { _styleCache: WeakMap<object, unknown> }>)[key]!;
  if (!(jsdom._styleCache instanceof WeakMap)) throw new Error("jsdom no longer has a cache of styles");
  const compute = window.getComputedStyle;
  let valid = jsdom._styleCache;
  let computed = new WeakMap<Element, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return compute(element, pseudoElement);
    if (jsdom._styleCache !== valid) computed = new WeakMap();
    const style = computed.get(element) ?? compute(element);
    computed.set(element, style);
    valid = jsdom._styleCache;
    return style;
  };
}

const inertMediaQuery = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
});

function reactInternals(): object {
  const key = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
  return (React as unknown as Record<typeof key, object>)[key];
}
