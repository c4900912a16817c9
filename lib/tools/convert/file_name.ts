/** Longer names are cut: file systems take 255 bytes, and an extension follows. */
const MAX_BYTES = 100;
/** What the names of the collection's own files end with. */
const YAML = /(?:\.ya?ml)+$/i;
/** Names that Windows keeps for devices, whatever their extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names that have a meaning of their own in a collection's folder. */
const RESERVED = new Set([
  "opencollection",
  "folder",
  "environments",
  "node_modules",
  "workspace",
  "brace",
]);

/** From which number of a name on some may be free: thousands can have one name. */
const known = new WeakMap<Set<string>, Map<string, number>>();

/**
 * A name for a file or folder that every file system takes, as near to the
 * given one as can be, and other than those taken (in any case). It is added to
 * them.
 *
 * @param extension What a file's name gets, "" for a folder's: they are apart
 * then where they are on the disk. Absent: no two names are alike.
 */
export function fileName(
  name: string,
  taken: Set<string>,
  extension?: string,
): string {
  const base = cut(readable(name), MAX_BYTES) || "request";
  // Some file systems fold composed and decomposed letters, most fold case.
  // The file of a request `a` is `a.yml`, which no folder can be then.
  const folded = base.normalize("NFC").toLowerCase();
  const counts = known.get(taken) ?? new Map<string, number>();
  known.set(taken, counts);
  const kind = `${extension} ${folded}`;
  for (let count = counts.get(kind) ?? 1;; count++) {
    const end = count === 1 ? "" : ` ${count}`;
    const key = extension === undefined
      ? `${folded}${end}`.replace(YAML, "")
      : folded + end + extension;
    if (taken.has(key)) continue;
    taken.add(key);
    counts.set(kind, count);
    return base + end;
  }
}

/** Why the file of a request or folder has another name, as the end of a sentence about the name. */
export function whyRenamed(name: string): string {
  const wanted = name.trim();
  const base = fileName(wanted, new Set());
  if (base === wanted) return "is there twice";
  if (base === wanted.replace(/ +/g, " ")) return "has several blanks in a row";
  const isPlain = wanted === wanted.normalize("NFC") &&
    !/[^\S ]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|{}]/u.test(wanted);
  return isPlain
    ? "is empty, reserved, too long, or has a dot or hyphen at an end"
    : "has characters that a file name cannot have";
}

function readable(name: string): string {
  const text = name.normalize("NFC")
    .replace(
      // Controls, and marks that are not seen.
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      "",
    )
    .replace(/[/\\:*?"<>|{}]+/g, "-")
    .replace(/\s+/g, " ")
    .replace(/^[.\s-]+|[.\s-]+$/g, "");
  return DEVICES.test(text) ||
      RESERVED.has(text.toLowerCase().replace(YAML, ""))
    ? `${text.replace(/\..*$/, "")} request`
    : text;
}

/** The first characters that fit into so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).trimEnd();
}
