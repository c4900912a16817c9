import { answer } from "./answers.ts";
import { SHELL } from "./generated/shell.ts";

/** The page's files, which hold no data. */
export function shellFile(path: string): Response | undefined {
  if (path === "/") {
    const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
    return answer(SHELL.html.replaceAll("__NONCE__", nonce), {
      type: "text/html; charset=utf-8",
      policy: policyOf(nonce),
    });
  }
  const name = path.slice(1);
  if (!Object.hasOwn(SHELL.files, name)) return undefined;
  const { type, text } = SHELL.files[name];
  return answer(text, { type });
}

/** Scripts and styles are files; a style that the editors make has the nonce. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
