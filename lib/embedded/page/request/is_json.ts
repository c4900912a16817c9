/** Whether a text is to be read as JSON: its type says so, or it is some. */
export function isJson(text: string, contentType: string): boolean {
  const type = contentType.split(";")[0].trim().toLowerCase();
  if (!/^\s*[[{]/.test(text)) return false;
  if (/[/+]json$/.test(type)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
