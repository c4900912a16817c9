/** Whether a file that cannot be read was meant to be a request: it has a key of one. */
export function isLikelyRequestText(path: string, text: string): boolean {
  return path.endsWith(".bru") ||
    /^(?:info|http|graphql|grpc|websocket)[ \t]*:/m.test(text);
}
