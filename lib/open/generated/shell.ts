export const SHELL: {
  readonly html: string;
  readonly files: Readonly<
    Record<string, { readonly type: string; readonly text: string }>
  >;
} = {
  html: '<!doctype html><html lang="en"><title>Brace</title></html>',
  files: {},
};
