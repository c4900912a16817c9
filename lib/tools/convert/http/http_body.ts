import type { FileBody } from "../open_collection.ts";
import { pathBeside } from "../path_beside.ts";
import { textBody } from "../text_body.ts";
import { multipartBody } from "./multipart_body.ts";
import { type BodyContext, namedFile } from "./named_file.ts";
import { bodyFileIn, type HttpFileRequest } from "./parse_http_file.ts";

/** The body of a request, and whether its kind brings a content type of its own. */
export function httpBody(
  { body, bodyFile, headers }: HttpFileRequest,
  context: BodyContext,
): { body?: FileBody; isOwnType: boolean } {
  const { template, said } = context;
  const type = headers.find(({ name }) => /^content-type$/i.test(name))
    ?.value ?? "";
  if (bodyFile !== undefined) {
    const text = bodyFile.hasPlaceholders
      ? context.files.get(pathBeside(context.file, bodyFile.path))
      : undefined;
    // What has placeholders in it is a text here.
    if (text !== undefined) {
      return { body: textBody(template(text), type).body, isOwnType: false };
    }
    const filePath = namedFile(bodyFile, "The body", context);
    return {
      body: { type: "file", data: [{ filePath, selected: true }] },
      isOwnType: false,
    };
  }
  if (body === undefined) return { isOwnType: false };
  if (/^multipart\//i.test(type)) {
    const made = /^multipart\/form-data\b/i.test(type)
      ? multipartBody(body, type, context)
      : undefined;
    if (made) return { body: made, isOwnType: true };
    said.push(
      "The body is multipart and sent as a text: write its parts under http.body as multipart-form",
    );
  }
  for (const line of body.split("\n")) {
    const file = bodyFileIn(line);
    if (file === undefined) continue;
    said.push(
      `The body has the file "${file.path}" in it: put its text there in place of "${line}"`,
    );
  }
  // A form may go on over lines that begin with &.
  const text = /urlencoded/i.test(type)
    ? body.replace(/\n\s*(?=&)/g, "")
    : body;
  return { body: textBody(template(text), type).body, isOwnType: false };
}
