// The hashes that Web Crypto lacks.
export { md5 } from "@noble/hashes/legacy.js";
export { sha512_256 } from "@noble/hashes/sha2.js";
