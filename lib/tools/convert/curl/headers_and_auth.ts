import type { FileAuth, FileRow } from "../open_collection.ts";
import type { Given } from "./curl_body.ts";

/** What a command says of headers, and of auth. */
export interface HeadersAndAuth {
  readonly headers: FileRow[];
  readonly auth?: FileAuth;
  /** Names of headers that are not sent. */
  readonly omitted: string[];
  /** What is left out, and why. */
  readonly left: readonly string[];
}

/** Flags that stand for a header. */
const HEADER_FLAGS = [
  ["user-agent", "User-Agent"],
  ["referer", "Referer"],
  ["cookie", "Cookie"],
] as const;

/** Reads the flags of headers and of auth, as curl does: a written header comes before a flag that stands for it. */
export function headersAndAuth(
  given: Given,
): HeadersAndAuth {
  const last = (name: string) =>
    given.findLast((one) => one.name === name)?.value;
  const headers: FileRow[] = [];
  const omitted: string[] = [];
  const left: string[] = [];
  let auth: FileAuth | undefined;
  for (const { name, value } of given) {
    if (name !== "header") continue;
    if (value.startsWith("@")) {
      left.push(
        `Left out the headers in the file "${
          value.slice(1)
        }": write them into the request`,
      );
      continue;
    }
    const [, header, separator, text] = /^([^:;]*)([:;]?)(.*)$/s.exec(value) ??
      [];
    if (separator === "" || separator === ";" && text.trim() !== "") {
      left.push(
        /^\$|\{\{/.test(value)
          ? `Left out the header "${value}", whose value is not known: write it into the request`
          : "Left out a header without a colon, which curl does not send",
      );
      continue;
    }
    // `X-Empty;` is an empty header, `Host:` takes one off.
    if (separator === ":" && text.trim() === "") {
      omitted.push(header.trim());
      continue;
    }
    const bearer = /^bearer (.+)$/i.exec(text.trim());
    if (/^authorization$/i.test(header.trim()) && bearer) {
      auth = { type: "bearer", token: bearer[1].trim() };
    } else headers.push({ name: header.trim(), value: text.trim() });
  }
  const isWritten = (name: string) =>
    [...headers.map((row) => row.name), ...omitted]
      .some((one) => one.toLowerCase() === name.toLowerCase());
  for (const [flag, name] of HEADER_FLAGS) {
    const value = flag === "cookie"
      ? cookies(given, left)
      : last(flag)?.replace(flag === "referer" ? /;auto$/ : /$^/, "");
    if (value === undefined || isWritten(name)) continue;
    if (value !== "") headers.push({ name, value });
    else if (flag === "user-agent") omitted.push(name);
  }
  const offset = /^\d+$/.exec(last("continue-at") ?? "")?.[0];
  const range = last("range") ?? (offset && `${offset}-`);
  if (range) headers.push({ name: "Range", value: `bytes=${range}` });
  const token = last("oauth2-bearer");
  if (token) auth = { type: "bearer", token };
  if (auth === undefined && !isWritten("Authorization")) {
    const { auth: own, left: why } = authOf(last);
    if (why !== undefined) left.push(why);
    auth = own && withSessionToken(own, headers);
  }
  return { headers, ...(auth && { auth }), omitted, left };
}

/** All cookies of a command; a name without "=" is that of a file. */
function cookies(given: Given, left: string[]): string | undefined {
  const values = given.filter(({ name }) => name === "cookie")
    .map(({ value }) => value);
  for (const file of values.filter((one) => one !== "" && !one.includes("="))) {
    left.push(
      `Left out the cookies in the file "${file}": run with --cookie-jar FILE`,
    );
  }
  const own = values.filter((one) => one.includes("="));
  return own.length > 0 ? own.join("; ") : undefined;
}

/** A token of AWS that curl signs like any header is a part of the auth. */
function withSessionToken(auth: FileAuth, headers: FileRow[]): FileAuth {
  const at = headers.findIndex(({ name }) =>
    name.toLowerCase() === "x-amz-security-token"
  );
  if (typeof auth === "string" || auth.type !== "awsv4" || at === -1) {
    return auth;
  }
  const [{ value }] = headers.splice(at, 1);
  return { ...auth, sessionToken: value };
}

function authOf(
  last: (name: string) => string | undefined,
): { auth?: FileAuth; left?: string } {
  const user = last("user");
  if (user === undefined) return {};
  const colon = user.indexOf(":");
  const username = colon === -1 ? user : user.slice(0, colon);
  // curl asks for a password that the command lacks.
  const password = colon === -1
    ? `{{?Password of ${username.replace(/[{}]/g, "")}}}`
    : user.slice(colon + 1);
  const signature = last("aws-sigv4");
  if (signature !== undefined) {
    const [provider, , region = "", service = ""] = signature.split(":");
    // The keys of another vendor's signature must not go out as a password.
    if (provider !== "aws" || region === "" || service === "") {
      return {
        left:
          `Left out --aws-sigv4 "${signature}": Brace signs for AWS, with a region and a service`,
      };
    }
    return {
      auth: {
        type: "awsv4",
        accessKeyId: username,
        secretAccessKey: password,
        service,
        region,
      },
    };
  }
  return {
    auth: {
      type: last("digest") !== undefined
        ? "digest"
        : last("ntlm") !== undefined
        ? "ntlm"
        : "basic",
      username,
      password,
    },
  };
}
