import type { FileExample } from "../open_collection.ts";
import { type Json, members, textOf } from "../json.ts";
import { preferred } from "./request_body.ts";
import { docText, type Spec } from "./spec.ts";

/** Longer ones would make the files unreadable. */
const MAX_LENGTH = 20_000;

/** An example of the document: of a response, or of a body that is sent. */
interface DocumentExample {
  readonly name: string;
  readonly type: string;
  readonly value: Json;
  readonly description?: string;
  /** The response it is of; absent: the body of the request. */
  readonly status?: string;
}

/** The examples of an operation, and how many are not written. */
export function operationExamples(
  spec: Spec,
  { operation, method, url }: {
    operation: Record<string, Json>;
    method: string;
    url: string;
  },
): { examples: FileExample[]; left: number } {
  const examples: FileExample[] = [];
  let left = 0;
  for (const one of examplesOf(spec, operation)) {
    const data = dataOf(one);
    if (data === undefined || data.length > MAX_LENGTH) {
      left++;
      continue;
    }
    const body = { type: /[/+]json\b/i.test(one.type) ? "json" : "text", data };
    const { description } = one;
    examples.push({
      name: one.name,
      ...(description !== undefined && { description }),
      ...(one.status === undefined
        ? { request: { method, url, body } }
        : { response: { ...statusOf(one.status), body } }),
    });
  }
  return { examples, left };
}

function examplesOf(
  spec: Spec,
  operation: Record<string, Json>,
): DocumentExample[] {
  const { content } = spec.open(operation.requestBody);
  const sent = mediaExamples(spec, content, "request");
  // A single one is the body itself.
  const type = preferred(Object.keys(spec.open(content)));
  const further = sent.length === 1 && sent[0].type === type ? [] : sent;
  const received = Object.entries(spec.open(operation.responses)).flatMap(
    ([status, response]) => {
      const opened = spec.open(response);
      const old = spec.isSwagger
        ? Object.entries(members(opened.examples)).map(([type, value]) => ({
          name: status,
          type,
          value,
        }))
        : [];
      return [...mediaExamples(spec, opened.content, status), ...old]
        .map((one) => ({ ...one, status }));
    },
  );
  return [...further, ...received];
}

function mediaExamples(
  spec: Spec,
  content: Json,
  fallback: string,
): DocumentExample[] {
  return Object.entries(spec.open(content)).flatMap(([type, media]) => {
    const { example, examples } = spec.open(media);
    const single = example === undefined
      ? []
      : [{ name: fallback, type, value: example }];
    const named = Object.entries(members(examples)).map(([name, one]) => {
      const { summary, description, value } = spec.open(one);
      const about = docText(description);
      return {
        name: textOf(summary)?.trim() || name,
        type,
        value,
        ...(about !== undefined && { description: about }),
      };
    });
    return [...single, ...named];
  });
}

/** Undefined for a value that is kept in another place. */
function dataOf({ value, type }: DocumentExample): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" && !/[/+]json\b/i.test(type)
    ? value
    : JSON.stringify(value, null, 2);
}

function statusOf(status: string): { status?: number } {
  return /^\d{3}$/.test(status) ? { status: Number(status) } : {};
}
