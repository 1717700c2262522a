/** Whether the address names something by its id. */
export const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/i.test(text)
