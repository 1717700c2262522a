/** Whether a part of the address is an id. */
export const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/i.test(text)
