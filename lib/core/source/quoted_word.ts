/** Words that no shell changes; one does not begin with what only some of them read. */
const BARE = /^[\w./:@-][\w./:@%+=,-]*$/;
/** In PowerShell, `@` and `,` have a meaning. */
const BARE_ON_WINDOWS = /^[\w./:\\-][\w./:\\%+=@-]*$/;

/**
 * A word as a person pastes it into a shell, which makes the same text of it.
 * Double quotes are read by all shells: single ones stand where those would not
 * do.
 *
 * @param isWindows Whether cmd.exe or PowerShell read it.
 */
export function quotedWord(
  text: string,
  isWindows = false,
): string {
  if (isWindows) {
    if (BARE_ON_WINDOWS.test(text)) return text;
    return /["$`]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
  }
  if (BARE.test(text)) return text;
  return /["$`\\!]/.test(text)
    ? `'${text.replaceAll("'", `'\\''`)}'`
    : `"${text}"`;
}
