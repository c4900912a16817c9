import { VERSION } from "../source/version.ts";

/** How requests name who sends them, where they do not say it themselves. */
export const USER_AGENT = `brace/${VERSION}`;
