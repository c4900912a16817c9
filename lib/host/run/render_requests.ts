import { createPolicy } from "../../core/policy/policy.ts";
import type { Signer } from "../../core/http/engine.ts";
import type { MessageType } from "../../core/collection/stream_types.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import { type RenderedStep, renderSteps } from "../../core/run/render_steps.ts";
import type { Earlier } from "../../core/run/earlier.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { Locator } from "../locate/locator.ts";
import { type LoadedRun, loadRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import type { RunRules } from "./run_rules.ts";
import { connectionsOfClient } from "./open_engine.ts";
import { runCookies } from "./ports/run_ports.ts";
import { createPorts } from "./ports/run_ports.ts";
import {
  type TerminalPort,
  type VariablePorts,
  variablePorts,
} from "./ports/variable_ports.ts";
import { learnPlanned, runSettings } from "./prepare_run.ts";
import { loadingError } from "./start_run.ts";

/** A request that was rendered and not sent. */
export interface RenderedItem {
  /** Path inside the collection. */
  readonly path: string;
  /** Its name. */
  readonly name: string;
  /** As it would go out; what sending adds stands in its `auth`. Absent where it cannot be rendered. Values of secrets are in it. */
  readonly request?: RenderedRequest;
  /** The messages that it sends over its stream, as they would go out; absent: none. Values of secrets are in them. */
  readonly messages?: readonly RenderedMessage[];
  /** Problems with their places, secrets masked. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A message that was rendered and not sent. */
export interface RenderedMessage {
  /** Its title; "" for one in place. */
  readonly title: string;
  /** How its data is written. */
  readonly type: MessageType;
  /** Text, or the bytes of a binary one. */
  readonly data: string | Uint8Array;
}

/** Renders what is loaded for a program. */
export async function renderRequests(
  options: RunOptions,
  {
    loaded,
    texts,
    masker = createMasker(),
    terminal,
    earlier,
    stages,
    connects,
  }: {
    readonly loaded: LoadedCollection;
    readonly texts: ConstructorParameters<typeof Locator>[0];
    /** Learns the secrets. */
    readonly masker?: Masker;
    /** Answers prompts; default: nobody does. */
    readonly terminal?: TerminalPort;
    readonly earlier?: Earlier;
    /** Whether setup and teardown are rendered, too. */
    readonly stages?: boolean;
    /** Learns how they would be sent. */
    readonly connects?: (how: ReturnType<typeof connectionsOfClient>) => void;
  },
): Promise<RenderedItem[]> {
  const locator = new Locator(texts);
  const shown = async (diagnostics: readonly Diagnostic[]) =>
    (await locator.locate(diagnostics)).map((it) => masker.maskDiagnostic(it));
  const { value, diagnostics } = await loadRun(options, {
    loaded,
    ...(stages && { stages }),
  });
  if (value === undefined) throw loadingError(await shown(diagnostics));
  const variables = variablePorts(
    value,
    options,
    masker.secrets,
    terminal,
  );
  connects?.(connectionsOfClient(value, options, variables));
  const items: RenderedItem[] = [];
  const steps = renderedSteps(value, options, variables, undefined, earlier);
  for await (const rendered of steps) {
    const { step: { item }, value: request, turns, diagnostics } = rendered;
    const messages = turns?.flatMap((turn): RenderedMessage[] => {
      if (turn.kind === "step") return [];
      const { title, message: { type, data } } = turn;
      return [{ title, type, data }];
    }) ?? [];
    if (request) masker.secrets.learnRequest(request);
    items.push({
      path: item.path,
      name: item.name,
      ...(request && { request }),
      ...(messages.length > 0 && { messages }),
      diagnostics: await shown(diagnostics),
    });
  }
  return items;
}

/** A request that was rendered, and what signs it. */
export interface SignableStep extends RenderedStep {
  /** Makes the signer of its auth; whatever it tried to connect to would be refused. */
  readonly signer: () => Promise<Signer | undefined>;
}

/** Renders the requests of a run, each when it is asked for; whatever tried to connect would be refused. */
export async function* renderedSteps(
  loaded: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
  rules?: RunRules,
  earlier?: Earlier,
): AsyncGenerator<SignableStep> {
  using ports = createPorts({
    loaded,
    options,
    variables,
    policy: createPolicy({ declared: [], allow: [], deny: [] }),
    cookies: runCookies(options, loaded.collection),
    ...(rules && { rules }),
  });
  const shared = {
    ...await runSettings(loaded, options),
    ...(earlier && { earlier }),
  };
  learnPlanned(loaded.plan, { ...shared, ports: variables });
  const settings = {
    ...shared,
    ports,
    ...(ports.restrain && { restrain: ports.restrain }),
  };
  for await (const rendered of renderSteps(loaded.plan, settings)) {
    const { value } = rendered;
    yield {
      ...rendered,
      // Those that are asked for sign without a server: none has anything to warn of.
      signer: async () => value && await ports.signer?.(value, () => {}),
    };
  }
}
