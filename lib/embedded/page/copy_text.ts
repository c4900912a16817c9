/** What to tell the person whose browser refuses. */
export const NOT_COPIED =
  "The browser does not permit copying: select the text and copy it";

/** Copies a text; false where the browser does not permit it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission, without the focus, or where there is no clipboard.
    return false;
  }
}
