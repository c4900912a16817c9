import type { AwsCredentials } from "../types.ts";

/**
 * Reads a profile from the text of AWS's credentials or config file; undefined
 * where it has no such profile or the profile no keys. In the config file
 * sections are called `[profile NAME]`.
 *
 * @example
 * ```ts
 * import { parseAwsProfile } from "./parse_aws_profile.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "[dev]\naws_access_key_id = AKID\naws_secret_access_key = s3cr3t\n";
 * assertEquals(parseAwsProfile(text, "dev")?.accessKeyId, "AKID");
 * ```
 */
export function parseAwsProfile(
  text: string,
  name: string,
): AwsCredentials | undefined {
  const found = new Map<string, string>();
  let inside = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(?:profile\s+)?([^\]]*?)\s*\]/.exec(line);
    if (section) {
      inside = section[1] === name;
      continue;
    }
    const equals = line.indexOf("=");
    if (!inside || equals < 0 || /^\s*[#;]/.test(line)) continue;
    const key = line.slice(0, equals).trim().toLowerCase();
    found.set(key, line.slice(equals + 1).trim());
  }
  const accessKeyId = found.get("aws_access_key_id");
  const secretAccessKey = found.get("aws_secret_access_key");
  const sessionToken = found.get("aws_session_token");
  if (!accessKeyId || !secretAccessKey) return undefined;
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
  };
}
