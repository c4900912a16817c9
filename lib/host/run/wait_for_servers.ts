import { DEFAULT_TIMEOUT } from "../../core/http/timeout_of.ts";
import { insertionIn } from "../../core/http/insertion.ts";
import { toWireUrl } from "../../core/http/to_wire_url.ts";
import type { Engine } from "../../core/http/engine.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import { isAmongHosts } from "../../core/policy/host_rule.ts";
import { createPolicy } from "../../core/policy/policy.ts";
import { renderText } from "../../core/render/render_text.ts";
import { explainProblems } from "../../core/run/explain/explain.ts";
import { hostInUrl } from "../../core/run/hosts/host_in_url.ts";
import { IterationScopes } from "../../core/run/iteration_scopes.ts";
import { Execution } from "../../core/scope/execution.ts";
import { hostGuard } from "../../core/secrets/host_guard.ts";
import type { WayOut } from "../../core/source/diagnostic.ts";
import { NetworkError, UsageError } from "../../core/source/errors.ts";
import { wayOut } from "../../core/source/way_out.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { sleep } from "../sleep.ts";
import type { PreparedRun } from "./prepare_run.ts";

/** Milliseconds between two attempts: at first, and at most. */
const FIRST_PAUSE = 50;
const MOST_PAUSE = 1_000;

/** The servers to wait for. */
interface Awaited {
  readonly request: RenderedRequest;
  readonly host: string;
  /** As people may read it. */
  readonly shown: string;
}

/**
 * Waits until each server of `--wait-for` answers a GET, with any status, or
 * the run is interrupted. What the URL names may be contacted, as a URL that
 * somebody types; it declares nothing for the run.
 *
 * @throws {NetworkError} One does not in time, with what came of the last attempt.
 * @throws {PermissionError} It must not be contacted.
 * @throws {UsageError} One is no URL.
 */
export async function waitForServers(
  prepared: PreparedRun,
  around: {
    readonly engine: Engine;
    /** Ends the waiting. */
    readonly signal: AbortSignal;
    /** Says what is waited for. */
    readonly tell?: (line: string) => void;
  },
): Promise<void> {
  const { waitTimeout } = prepared.options;
  const all = prepared.options.waitFor.map((url) => awaitedOf(url, prepared));
  const end = performance.now() + waitTimeout;
  for (const awaited of all) {
    around.tell?.(`Waiting for ${awaited.shown}`);
    await answered(awaited, prepared, { ...around, end });
  }
}

async function answered(
  { request, host, shown }: Awaited,
  { options, declared, variables }: PreparedRun,
  { engine, signal, end }: {
    readonly engine: Engine;
    readonly signal: AbortSignal;
    /** When it is too late. */
    readonly end: number;
  },
): Promise<void> {
  const policy = createPolicy({
    declared: declared.proxy === undefined ? [host] : [host, declared.proxy],
    allow: options.allowNet,
    deny: options.denyNet,
  });
  const guard = hostGuard(variables.secrets, isAmongHosts);
  let last: string | undefined;
  let isSilent = false;
  for (let pause = FIRST_PAUSE;; pause = Math.min(pause * 2, MOST_PAUSE)) {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) {
      throw notReady(
        `Cannot wait for "${shown}" any longer: no answer in ${options.waitTimeout} ms${
          isSilent ? "" : `, last: ${last ?? "no attempt had the time"}`
        }`,
        wayOut("raise-limit", "waitTimeout"),
      );
    }
    const timeout = Math.min(left, DEFAULT_TIMEOUT);
    try {
      await engine.send(
        { ...request, settings: { ...request.settings, timeout } },
        { policy, guard, signal },
      );
      return;
    } catch (error) {
      // The run ends by itself.
      if (signal.aborted) return;
      if (!(error instanceof NetworkError)) throw error;
      const [{ code, message }] = error.diagnostics;
      if (code === "INVALID_URL") throw new UsageError(error.diagnostics);
      // Waiting does not change it.
      if (code === "CERTIFICATE") {
        throw notReady(`Cannot wait for "${shown}": ${stateIn(message)}`);
      }
      // The last attempt may have had no time: then the one before tells more.
      if (code === "TIMEOUT" && timeout < MOST_PAUSE && last) continue;
      // An attempt that took all of the time says nothing more.
      isSilent = code === "TIMEOUT" && timeout === left;
      last = stateIn(message).replace(/ \([^()]*\)$/, "");
    }
    await sleep(Math.min(pause, end - performance.now()), signal);
    if (signal.aborted) return;
  }
}

/** A URL of `--wait-for` with the variables that stand before the first request. */
function awaitedOf(template: string, prepared: PreparedRun): Awaited {
  const { loaded, settings, variables, masker } = prepared;
  const scopes = new IterationScopes({ ...settings, ports: variables })
    .scopesOfCollection(loaded.collection);
  const { value = "", diagnostics, insertions } = renderText(
    template,
    scopes,
    new Execution(),
    "url",
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const { collection } = loaded;
    const explained = explainProblems(errors, collection, {
      ran: new Map(),
      steps: [],
      isRendering: true,
      settings: { ...settings, ports: variables },
    });
    throw new UsageError(explained.map(({ location: _, ...it }) => ({
      ...it,
      message: `Cannot wait for "${template}": ${stateIn(it.message)}`,
    })));
  }
  const written = escapeControls(masker.maskText(value));
  const wire = toWireUrl(value, insertions);
  const host = hostInUrl(value);
  if (typeof wire === "string" || host === undefined) {
    throw new UsageError([{
      code: "USAGE",
      severity: "error",
      message: `Cannot wait for "${written}": ${
        typeof wire === "string" ? wire : "it names no host"
      }`,
    }]);
  }
  const scheme = /^[^/]+\/\//.exec(wire.url)?.[0] ?? "";
  return {
    host,
    shown: written.includes("://") ? written : scheme + written,
    request: {
      method: "GET",
      url: wire.url,
      headers: [],
      authHeaders: [],
      insertions: (wire.insertions ?? [])
        .map((one) => insertionIn({ place: "url" }, one)),
      settings: { followRedirects: false },
    },
  };
}

/** What a message says of the thing that it quotes. */
function stateIn(message: string): string {
  return /": (.+)$/s.exec(message)?.[1] ?? message;
}

function notReady(message: string, way?: WayOut): NetworkError {
  return new NetworkError([{
    code: "NOT_READY",
    severity: "error",
    message,
    ...(way && { waysOut: [way] }),
  }]);
}
