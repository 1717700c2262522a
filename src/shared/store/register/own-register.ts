import type { OpenRegister, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * The register in which this terminal records the sales of the user. Created when there is none, so that no network is
 * needed.
 */
export async function registerIn(tx: SalesTx, userId: string): Promise<OpenRegister> {
  return (await tx.objectStore('registers').get(userId)) ?? newRegister(tx, userId)
}

/** A register of the user other than the closed one: one opened since, or a new one. */
export async function registerAfter(tx: SalesTx, userId: string, closedId: string): Promise<OpenRegister> {
  const register = await registerIn(tx, userId)
  return register.id === closedId ? newRegister(tx, userId) : register
}

async function newRegister(tx: SalesTx, userId: string): Promise<OpenRegister> {
  const register: OpenRegister = { userId, id: uuid7(), openedAt: new Date().toISOString() }
  await tx.objectStore('registers').put(register)
  return register
}
