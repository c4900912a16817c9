import { DiagnosticError } from "../source/errors.ts";
import type { ScopeSettings } from "./iteration_scopes.ts";

/** Stands for what is not known before the run; no host has it. */
const UNKNOWN = "{{}}";

/**
 * Settings for what is declared before a run: what cannot be known yet stays in
 * the text, where no host can be made of it.
 */
export function beforeTheRun(settings: ScopeSettings): ScopeSettings {
  const { ports } = settings;
  return {
    ...settings,
    undefined: "keep",
    ports: {
      ...(ports.givenSecret && { givenSecret: ports.givenSecret }),
      prompt: () => UNKNOWN,
      processEnv(collection, name) {
        try {
          return ports.processEnv(collection, name);
        } catch (error) {
          // The request itself will say so.
          if (error instanceof DiagnosticError) return UNKNOWN;
          throw error;
        }
      },
    },
  };
}
