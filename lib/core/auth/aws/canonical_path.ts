import { percentDecode } from "../percent_decode.ts";
import { percentEncode } from "../percent_encode.ts";

/**
 * The path as SigV4 sees it. For S3 each object key is taken as it is: no dot
 * segments and slashes are folded, and what is encoded on the wire is encoded
 * once. Every other service folds them and encodes what is on the wire a second time.
 */
export function canonicalPath(path: string, s3: boolean): string {
  return s3
    ? percentEncode(percentDecode(path, { plusIsSpace: false }), "/")
    : percentEncode(fold(path), "/");
}

function fold(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  const directory = kept.length > 0 && /\/\.{0,2}$/.test(path);
  return `/${kept.join("/")}${directory ? "/" : ""}`;
}
