import type { Bridge, HeaderPair } from "../../../core/script/border/bridge.ts";
import type { sendable, sendByScript } from "./send.ts";

/** What Brace needs of axios. */
export interface Axios {
  readonly defaults: AxiosDefaults;
  readonly Axios: { readonly prototype: { request: Request } };
  readonly AxiosHeaders: new (headers: unknown) => AxiosHeaders;
  readonly AxiosError: AxiosErrorClass;
  getUri(config: AxiosConfig): string;
  create(defaults: AxiosDefaults): Record<string, unknown>;
  readonly [name: string]: unknown;
}

interface AxiosDefaults {
  adapter: (config: AxiosConfig) => Promise<AxiosResponse>;
  readonly transformRequest:
    ((data: unknown, headers: AxiosHeaders) => unknown)[];
}

interface AxiosHeaders {
  getContentType(): unknown;
  toJSON(): Record<string, unknown>;
}

interface AxiosConfig {
  readonly method?: string;
  readonly headers: AxiosHeaders;
  readonly data?: unknown;
  readonly timeout?: number;
  readonly maxRedirects?: number;
  readonly auth?: { readonly username?: unknown; readonly password?: unknown };
  readonly validateStatus?: ((status: number) => boolean) | null;
}

interface AxiosResponse {
  readonly data: unknown;
  readonly status: number;
  readonly statusText: string;
  readonly headers: AxiosHeaders;
  readonly config: AxiosConfig;
  readonly request: object;
}

interface AxiosErrorClass {
  readonly ERR_BAD_REQUEST: string;
  readonly ERR_BAD_RESPONSE: string;
  new (
    message: string,
    code: string,
    config: AxiosConfig,
    request: object,
    response: AxiosResponse,
  ): Error;
}

type Request = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** What of Brace's own side requests go through. */
interface Sending {
  readonly bridge: Bridge;
  readonly send: typeof sendByScript;
  readonly sendable: typeof sendable;
  headerValues(
    headers: readonly HeaderPair[],
  ): Record<string, unknown>;
}

// A script may replace the global.
const NativeError = Error;
const PLACEHOLDER = /%7B%7B(?:(?!%7B|%7D).)*%7D%7D/;

/** Lets axios send through Brace's engine and network policy. */
export function adapt(
  axios: Axios,
  { bridge, send, sendable, headerValues }: Sending,
): Record<string, unknown> {
  axios.defaults.transformRequest.unshift((data, headers) =>
    sendable(data, headers.getContentType())
  );
  axios.defaults.adapter = async (config) => {
    const uri = axios.getUri(config);
    const received = await send(bridge, {
      // What axios encoded is refused as it was written.
      url: PLACEHOLDER.test(uri) ? decodeURIComponent(uri) : uri,
      method: config.method,
      headers: config.headers.toJSON(),
      data: config.data,
      timeout: config.timeout,
      maxRedirects: config.maxRedirects,
      auth: config.auth,
    }, { raw: true });
    const { body, status, statusText, headers } = received;
    const response: AxiosResponse = {
      data: body,
      status,
      statusText,
      headers: new axios.AxiosHeaders(headerValues(headers)),
      config,
      request: {},
    };
    if (!config.validateStatus || config.validateStatus(status)) {
      return response;
    }
    const { AxiosError } = axios;
    throw new AxiosError(
      `Request failed with status code ${status}`,
      status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE,
      config,
      { method: config.method, url: received.url },
      response,
    );
  };
  keepStack(axios);
  return remade(axios);
}

/** Where axios fails, no script is on the stack: errors get that of the call. */
function keepStack(axios: Axios): void {
  const { prototype } = axios.Axios;
  const { request } = prototype;
  prototype.request = async function (...args) {
    const { stack } = new NativeError();
    try {
      return await request.apply(this, args);
    } catch (error) {
      if (
        error instanceof NativeError &&
        !/brace:(?:script|file)/.test(error.stack ?? "")
      ) error.stack = stack;
      throw error;
    }
  };
}

/** The instance that axios comes with was made before it was changed. */
function remade(axios: Axios): Record<string, unknown> {
  const made = axios.create(axios.defaults);
  for (const key of Object.keys(axios)) {
    if (!Object.hasOwn(made, key)) made[key] = axios[key];
  }
  made.default = made;
  return made;
}
