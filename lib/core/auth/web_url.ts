/**
 * An http or https URL in wire form, without fragment; undefined for another
 * text and for one with a user name, which the sender refuses.
 */
export function webUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return url.href;
}
