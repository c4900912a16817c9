import { encode } from "../encode.ts";
import { legalValue } from "../legal_value.ts";
import { type Border, createBorder, type HostCall } from "./border.ts";
import { createGlobals } from "./globals.ts";
import { describeThrown } from "./thrown.ts";

/** What Brace calls on the script's side. */
export interface Installed {
  /** Makes everything ready for the next script; `answered` says whether there is an answer. */
  begin(answered: boolean): void;
  /** Runs a script's function; "finish" is called with its error, if any, when it and its tests have ended. */
  run(script: () => unknown): void;
  /** The encoded value of an expression's function. */
  evaluate(expression: () => unknown): string;
  settle: Border["settle"];
  /** Makes a module known by name. */
  define(name: string, factory: ModuleFactory): void;
}

export type ModuleFactory = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
) => void;

/** Puts everything a script sees on the global object. */
export function install(host: HostCall): Installed {
  const border = createBorder(host);
  const globals = createGlobals(border.bridge, { safeMode: true });
  for (const [name, value] of Object.entries(globals.values)) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
  for (const name of ["expect", "assert"]) {
    lazy(
      name,
      () => (globals.modules.require("chai") as Record<string, unknown>)[name],
    );
  }
  return {
    begin: (answered) => {
      globals.begin();
      const target = globalThis as Record<string, unknown>;
      target.res = answered ? globals.values.res : undefined;
    },
    run: (script) => {
      globals.run(script).then(
        () => host("finish", 0, "null"),
        (error) => host("finish", 0, encode(describeThrown(error))),
      );
    },
    evaluate: (expression) => {
      try {
        const value = expression();
        return "v" + encode(
          value === undefined ? undefined : legalValue("the result", value),
        );
      } catch (error) {
        return "e" + encode(describeThrown(error));
      }
    },
    settle: border.settle,
    define: (name, factory) => {
      globals.modules.define(name, factory);
      globals.modules.require(name);
    },
  };
}

/** A global that is made when it is first read, and can be replaced. */
function lazy(name: string, make: () => unknown): void {
  const set = (value: unknown) => {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
    });
  };
  Object.defineProperty(globalThis, name, {
    get: () => {
      const value = make();
      set(value);
      return value;
    },
    set,
    configurable: true,
  });
}
