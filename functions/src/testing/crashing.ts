import type { Dependencies } from "../composition/dependencies.js";

/** What a worker reaches outside itself by. */
const outside = [
  "runs",
  "objects",
  "incidents",
  "queue",
  "mixpanel",
  "connections",
  "schema",
  "users",
  "mailer",
  "deletions",
  "identityProvider",
  "payments",
] as const satisfies readonly (keyof Dependencies)[];

/**
 * The dependencies of a worker that dies at its `call`-th call to the outside (from 1): that call and every later one
 * fails, whether the worker wants to record the failure or not. `before` = false: the call still has its effect.
 */
export function crashingAt(
  deps: Dependencies,
  call: number,
  before: boolean,
): { deps: Dependencies; calls(): number } {
  let calls = 0;
  const wrapped = aroundCalls(deps, (name, run) => {
    calls++;
    if (calls < call) return run();
    // A stream that was never read has no effect to come about.
    if (calls > call || before || isStream(name)) return rejected(name);
    // The effect comes about, the worker never learns of it.
    return Promise.resolve(run()).then(() => rejected(name));
  });
  return { deps: wrapped, calls: () => calls };
}

/** The dependencies of a worker beside whose `call`-th call to the outside (from 1) something else happens first. */
export function interruptedAt(
  deps: Dependencies,
  call: number,
  interruption: () => Promise<unknown>,
): Dependencies {
  let calls = 0;
  return aroundCalls(deps, (name, run) => {
    // A stream is iterated, not awaited: it cannot be put off here.
    if (isStream(name) || ++calls !== call) return run();
    return interruption().then(run);
  });
}

/** The dependencies with every call to the outside in the hands of `around`, which may make it by `run`. */
function aroundCalls(
  deps: Dependencies,
  around: (name: string | symbol, run: () => unknown) => unknown,
): Dependencies {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) =>
          around(name, () => (value as (...args: unknown[]) => unknown).apply(object, args));
      },
    });
  const wrapped = outside.map((name) => [name, deps[name] && wrap(deps[name])]);
  return { ...deps, ...Object.fromEntries(wrapped) };
}

const isStream = (name: string | symbol): boolean => name === "profiles";

class Crash extends Error {}

/** Also fits calls that are iterated instead of awaited. */
function rejected(name: string | symbol) {
  const crash = new Crash(`crashed in ${String(name)}`);
  const promise = Promise.reject(crash);
  promise.catch(() => undefined);
  return Object.assign(promise, {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(crash) }),
  });
}
