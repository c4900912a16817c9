import type {
  Bridge,
  FullResponseView,
} from "../../../core/script/border/bridge.ts";
import { headerValues } from "../../../core/http/header_values.ts";
import { responseHeader } from "../../../core/script/headers.ts";
import { send, type SendConfig } from "./send.ts";

/** Scripts may replace the global one. */
const NativeError = Error;

/** A response in the words of axios and of `res`. */
export type SentResponse = Record<string, unknown>;

/** Makes a response to a script's own request. */
export function createResponse(view: FullResponseView): SentResponse {
  const { body, headers, status, statusText, url, responseTime, size } = view;
  const object = headerValues(headers);
  return {
    status,
    statusText,
    headers: object,
    data: body,
    body,
    url,
    responseTime,
    duration: responseTime,
    // Collections compare it with a number.
    size: size.body,
    getStatus: () => status,
    getHeader: (name: unknown) => responseHeader(object, name),
    getHeaders: () => object,
    getBody: () => body,
  };
}

type Callback = (error: unknown, response: unknown) => unknown;

/**
 * Makes `client.sendRequest(config, callback?)`. As with axios a status from
 * 400 on is an error, with the response as its `response`.
 */
export function createSendRequest(
  bridge: Bridge,
): (
  config: SendConfig | string,
  callback?: Callback,
) => Promise<unknown> {
  const request = async (
    config: SendConfig | string,
  ): Promise<SentResponse> => {
    // After the response no script is on the stack.
    const { stack } = new NativeError();
    const wanted = typeof config === "string" ? { url: config } : config;
    const response = createResponse(await send(bridge, wanted));
    if (Number(response.status) < 400) return response;
    throw Object.assign(
      new Error(`Request failed with status code ${response.status}`),
      { response, status: response.status, stack },
    );
  };
  return async (config, callback) => {
    if (typeof callback !== "function") return await request(config);
    let response: SentResponse;
    try {
      response = await request(config);
    } catch (error) {
      return await callback(error, null);
    }
    return await callback(null, response);
  };
}
