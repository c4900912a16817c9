import { nearest } from "../source/nearest.ts";

/** Methods that the register of HTTP has, and others that servers and tools share. */
const KNOWN = new Set(
  ("ACL BAN BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LIST LOCK M-SEARCH MERGE " +
    "MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE NOTIFY OPTIONS ORDERPATCH PATCH POLL POST PRI " +
    "PROPFIND PROPPATCH PURGE PUT QUERY READ REBIND REPORT SEARCH SET SOURCE SUBSCRIBE TRACE UNBIND UNCHECKOUT UNLINK " +
    "UNLOCK UNSUBSCRIBE UPDATE UPDATEREDIRECTREF VERSION-CONTROL").split(" "),
);

/** Those that people mean when they write a method of their own by mistake. */
const USUAL = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const LONG = 5;

/** The known method that one which nobody knows most likely means; methods of one's own are near none. */
export function nearMethod(method: string): string | undefined {
  const name = method.toUpperCase();
  if (KNOWN.has(name) || name.includes("-")) return undefined;
  // Short words are near one another by chance.
  const long = [...KNOWN].filter(({ length }) => length > LONG);
  return nearest(name, [...USUAL, ...long]);
}
