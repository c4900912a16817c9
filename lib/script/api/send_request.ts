import type { AnswerView, Bridge } from "../bridge.ts";
import { headerValues } from "../../request/header_values.ts";
import { answerHeader } from "./headers.ts";
import { send, type SendConfig } from "./send.ts";

/** Scripts may replace the global one. */
const NativeError = Error;

/** An answer in the words of axios and of `res`. */
export type Answer = Record<string, unknown>;

/** Makes an answer to a script's own request. */
export function createAnswer(view: AnswerView): Answer {
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
    getHeader: (name: unknown) => answerHeader(object, name),
    getHeaders: () => object,
    getBody: () => body,
  };
}

type Callback = (error: unknown, answer: unknown) => unknown;

/**
 * Makes `client.sendRequest(config, callback?)`. As with axios a status from
 * 400 on is an error, with the answer as its `response`.
 */
export function createSendRequest(
  bridge: Bridge,
): (
  config: SendConfig | string,
  callback?: Callback,
) => Promise<unknown> {
  const request = async (config: SendConfig | string): Promise<Answer> => {
    // After the answer no script is on the stack.
    const { stack } = new NativeError();
    const wanted = typeof config === "string" ? { url: config } : config;
    const answer = createAnswer(await send(bridge, wanted));
    if (Number(answer.status) < 400) return answer;
    throw Object.assign(
      new Error(`Request failed with status code ${answer.status}`),
      { response: answer, status: answer.status, stack },
    );
  };
  return async (config, callback) => {
    if (typeof callback !== "function") return await request(config);
    let answer: Answer;
    try {
      answer = await request(config);
    } catch (error) {
      return await callback(error, null);
    }
    return await callback(null, answer);
  };
}
