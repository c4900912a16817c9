/** The tab of an item that was looked at last: the next item shows it, too. */
export const lastTab: { name: string } = { name: "Params" };
