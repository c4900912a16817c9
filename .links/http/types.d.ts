// What Brace uses of jsr:@std/http, typed for the republished JavaScript.

export declare const STATUS_TEXT: Readonly<Record<number, string>>;
