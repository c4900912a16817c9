/** Why a call failed: a message for the agent. */
export class ToolError extends Error {}
