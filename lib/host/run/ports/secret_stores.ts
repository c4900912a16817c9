import { askStore } from "../../../core/auth/stores/ask_store.ts";
import {
  StoreError,
  type StorePorts,
} from "../../../core/auth/stores/store_ports.ts";
import { hostsOfCredential } from "../../../core/policy/env_refusal.ts";
import { createPolicy } from "../../../core/policy/policy.ts";
import type { StoredSecret } from "../../../core/scope/layer.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import {
  DiagnosticError,
  NetworkError,
  PermissionError,
} from "../../../core/source/errors.ts";
import { createEngine } from "../../http/send.ts";
import { permittedEnv } from "../../permitted_env.ts";
import { proxySettings } from "../open_engine.ts";
import type { RunOptions } from "../options.ts";
import type { VariablePorts } from "./variable_ports.ts";
import { wayOut } from "../../../core/source/way_out.ts";
import type { WayOut } from "../../../core/source/diagnostic.ts";

/** Secrets are small. */
const MAX_RESPONSE = 1024 * 1024;

const STORES: Readonly<
  Record<StoredSecret["type"], readonly [name: string, env: string]>
> = {
  "hashicorp-vault-server": ["HashiCorp Vault", "VAULT_ADDR,VAULT_TOKEN"],
  "aws-secrets-manager": [
    "AWS Secrets Manager",
    "AWS_REGION,AWS_ACCESS_KEY_ID,AWS_SECRET_ACCESS_KEY",
  ],
  "azure-key-vault": [
    "Azure Key Vault",
    "AZURE_TENANT_ID,AZURE_CLIENT_ID,AZURE_CLIENT_SECRET",
  ],
  "gcp-secrets-manager": [
    "GCP Secret Manager",
    "GOOGLE_APPLICATION_CREDENTIALS",
  ],
};

/** Asks stores for secrets, each once a run. */
export interface SecretStores extends Disposable {
  /** What a store has; throws DiagnosticError, the same for each who asks. */
  get(secret: StoredSecret, signal: AbortSignal | undefined): Promise<Value>;
}

/**
 * Connects stores to the network and to the process's environment. Their
 * requests go by the person's proxy, certificates and limits, never by a proxy of
 * the collection, and are in no report. Credentials come from the process alone.
 */
export function secretStores(
  options: RunOptions,
  { learn }: Pick<VariablePorts, "learn">,
): SecretStores {
  const { settings: proxy } = proxySettings({
    noProxy: options.noProxy,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  });
  const engine = createEngine({
    ...(options.timeout !== undefined && { timeout: options.timeout }),
    ...(options.connectTimeout !== undefined &&
      { connectTimeout: options.connectTimeout }),
    ...(options.idleTimeout !== undefined &&
      { idleTimeout: options.idleTimeout }),
    insecure: options.insecure,
    ca: options.ca,
    maxResponseSize: MAX_RESPONSE,
    ...(proxy && { proxy }),
  });
  const isGiven = (name: string) =>
    options.allowEnv === true || options.allowEnv.includes(name);
  const env = (name: string) => {
    const value = isGiven(name) ? permittedEnv(name) : undefined;
    if (!value) return undefined;
    const hosts = hostsOfCredential(name, permittedEnv);
    if (hosts) learn({ name, value, secret: true, hosts });
    return value;
  };
  const portsFor = (
    secret: StoredSecret,
    signal: AbortSignal | undefined,
  ): StorePorts => ({
    now: () => Date.now(),
    env,
    permit(names) {
      if (names.some(isGiven)) return;
      const [store, all] = STORES[secret.type];
      throw new PermissionError([problem(
        secret,
        "PERMISSION",
        `${store} needs ${
          names.join(" or ")
        } of the process, which is not permitted`,
        [wayOut("take-env", ...all.split(","))],
      )]);
    },
    async readText(path) {
      try {
        return await Deno.readTextFile(path);
      } catch (error) {
        const why = error instanceof Deno.errors.NotFound
          ? "the file does not exist"
          : "it cannot be read";
        throw new StoreError(
          `the file that GOOGLE_APPLICATION_CREDENTIALS names: ${why}`,
        );
      }
    },
    async send({ method, url, headers, body, sign }) {
      const { hostname, port, protocol } = new URL(url);
      const server = `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
      const response = await engine.send({
        method,
        url,
        headers,
        authHeaders: [],
        ...(body !== undefined && { body: { type: "text", text: body } }),
        settings: { followRedirects: false },
      }, {
        policy: createPolicy({
          declared: [server],
          allow: [],
          deny: options.denyNet,
        }),
        ...(sign && { sign }),
        ...(signal && { signal }),
      });
      return {
        status: response.status,
        text: new TextDecoder().decode(response.body),
        isCut: response.truncated,
      };
    },
  });
  const asked = new Map<string, Promise<Value>>();
  return {
    get(secret, signal) {
      const { at: _, name: __, ...what } = secret;
      const key = JSON.stringify(what);
      let answer = asked.get(key);
      if (answer === undefined) {
        answer = askStore(secret, portsFor(secret, signal)).catch((error) => {
          throw located(error, secret);
        });
        asked.set(key, answer);
      }
      return answer;
    },
    [Symbol.dispose]: () => engine.close(),
  };
}

/** An error of a store, or of the way to it, at the place that names the secret. */
function located(error: unknown, secret: StoredSecret): unknown {
  if (error instanceof StoreError) {
    return new NetworkError([
      problem(secret, "INVALID_RESPONSE", error.message),
    ]);
  }
  if (!(error instanceof DiagnosticError)) return error;
  const diagnostics = error.diagnostics.map((it) =>
    it.location ? it : problem(secret, it.code, it.message, it.waysOut)
  );
  return error instanceof PermissionError
    ? new PermissionError(diagnostics)
    : new NetworkError(diagnostics);
}

function problem(
  { name, type, path, secretName, vaultName, projectId, at }: StoredSecret,
  code: Diagnostic["code"],
  state: string,
  waysOut?: readonly WayOut[],
): Diagnostic {
  const [store] = STORES[type];
  const where = [vaultName ?? projectId, path ?? secretName]
    .filter((one) => one !== undefined).map((one) => `"${one}"`).join(", ");
  return {
    code,
    severity: "error",
    message: `Cannot get "${name}" from ${store}, ${where}: ${state}`,
    location: locationOf(at, { place: "variable" }),
    ...(waysOut && { waysOut }),
  };
}
