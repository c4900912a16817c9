// The official client, with packages and a lock of its own: deno task reads
// everything in the project's lock, also for those who only try the demo.

export { Client } from "@modelcontextprotocol/client";
export { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
