// Commands that print what Brace has at hand. They are loaded together.
export { topicCommand } from "../topic/topic_command.ts";
export { licensesCommand } from "./licenses_command.ts";
export { manCommand } from "./man_command.ts";
