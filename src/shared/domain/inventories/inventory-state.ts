/** `closing`: its differences are being booked, some hundred lots at a time, so that no sale waits for all of them. */
export const inventoryStates = ['open', 'closing', 'closed', 'canceled'] as const
export type InventoryState = (typeof inventoryStates)[number]
