/** The defaults of levels, as they are read, whose `.bru` file says `mode: none`: it has no meaning there. */
export const vainNone = new WeakSet<object>();
