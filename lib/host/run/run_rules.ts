import { join } from "../path.ts";
import type { Request } from "../../core/collection/types.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { Step } from "../../core/plan/types.ts";
import type { RunPorts } from "../../core/run/ports.ts";
import type { Restrain } from "../../core/run/restraint.ts";
import type { ScriptCookies } from "../../core/script/border/types.ts";
import type { hostGuard } from "../../core/secrets/host_guard.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { SecretIndex } from "../../core/secrets/secret_index.ts";
import type { Text } from "../../core/source/origin.ts";
import { PermissionError } from "../../core/source/errors.ts";

/** What a run keeps to where somebody else than the person at the machine asks for it. */
export interface RunRules {
  /** What a person restarts to change the rules: `brace mcp`. */
  readonly program: string;
  /** When it started, in milliseconds since the epoch: modules of scripts that changed later do not run. */
  readonly startedAt: number;
  /** Knows what is secret in all runs, and not only in this one. */
  readonly masker: Masker;
  /** The declared hosts, instead of those that the files and values of now declare. */
  readonly hosts: readonly string[];
  /** What is secret and must not get to requests that {@linkcode whyWithheld} names. */
  readonly secrets: SecretIndex;
  /** The texts of a request that are templates. */
  textsOf(request: Request): readonly Text[];
  /** Why a request gets no secrets; undefined: it gets what its texts name. */
  whyWithheld(step: Step): string | undefined;
  /** Why a request must not be sent, and how to allow it; undefined: it may. */
  refused(request: RenderedRequest): string | undefined;
}

/** What sends a request, and what looks at each hop before. */
type Send = (
  request: RenderedRequest,
  options: Parameters<RunPorts["send"]>[1],
  own?: { readonly guard: ReturnType<typeof hostGuard> },
) => ReturnType<RunPorts["send"]>;

/** Refuses what the rules forbid, whoever sends it: a request, a script, or its auth. */
export function keepingTo(
  { refused }: RunRules,
  send: Send,
): Send {
  return async (request, options, own) => {
    const why = refused(request);
    if (why !== undefined) {
      throw permission(`Cannot send "${options.label}": ${why}`);
    }
    return await send(request, options, own);
  };
}

/** Reads modules of scripts, but none that changed since the start: it would run among secrets. */
export function readingBefore(
  { startedAt, program }: RunRules,
  readFile: RunPorts["readFile"],
): RunPorts["readFile"] {
  return (collection, path) => {
    const text = readFile(collection, path);
    const { mtime, ctime } = Deno.statSync(join(collection.root, path));
    const changed = Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
    if (changed <= startedAt) return text;
    throw permission(
      `Cannot read "${path}": it changed since ${program} started (read the change, then restart ${program})`,
    );
  };
}

/** Keeps secrets, cookies, the environment and files that hold secrets from the requests that the rules name. */
export function restrainedBy(
  { secrets, whyWithheld, textsOf }: RunRules,
  send: Send,
  learn: NonNullable<RunPorts["learn"]>,
): Restrain {
  const holdsSecret = (text: string) => secrets.find(text).length > 0;
  return (step, ports) => {
    const why = whyWithheld(step);
    if (why === undefined) return undefined;
    const { fetchSecret: _, askSecret: __, storedSecret: ___, ...rest } = ports;
    const guard: ReturnType<typeof hostGuard> = {
      check({ url, headers, body, text }) {
        const all = [
          url,
          ...headers.flat(),
          ...body ? [new TextDecoder().decode(body)] : [],
          ...text === undefined ? [] : [text],
        ];
        return all.some(holdsSecret)
          ? { name: "of the collection", hosts: [] }
          : undefined;
      },
    };
    const read = <T extends string | Uint8Array>(path: string, content: T) => {
      const text = typeof content === "string"
        ? content
        : new TextDecoder().decode(content);
      if (!holdsSecret(text)) return content;
      throw permission(`Cannot read "${path}": it holds a secret, and ${why}`);
    };
    return {
      why,
      holdsSecret,
      isHolding: (request) =>
        textsOf(request).some(({ text }) => holdsSecret(text)),
      ports: {
        ...rest,
        async send(request, options) {
          for (const path of filesOf(request)) {
            read(path, ports.readBytes(step.collection, path));
          }
          return await send(request, options, { guard });
        },
        processEnv(_, name) {
          throw permission(`Cannot read "process.env.${name}": ${why}`);
        },
        prompt: () => undefined,
        // What an agent wrote is shown masked, and is no secret that others have.
        learn,
        readFile: (collection, path) =>
          read(path, ports.readFile(collection, path)),
        readBytes: (collection, path) =>
          read(path, ports.readBytes(collection, path)),
        cookies: NO_COOKIES,
      },
    };
  };
}

/** The files that a request sends. */
function filesOf({ body }: RenderedRequest): string[] {
  if (body?.type === "file") return [body.path];
  if (body?.type !== "multipart") return [];
  return body.parts.flatMap((part) => part.type === "file" ? part.path : []);
}

const NO_COOKIES: ScriptCookies = {
  get: () => [],
  set() {},
  delete() {},
  clear() {},
};

function permission(message: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message,
  }]);
}
