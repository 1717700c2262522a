import { randomUUID } from 'node:crypto'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** The fields of everything that a member makes at the terminal of the shop; each call has its own id. */
export function madeAtTill(shop: Shop, seller: TestMember) {
  return {
    id: randomUUID(),
    revision: 1,
    terminalId: shop.terminal.id,
    sessionId: seller.sessionId,
    sellerId: seller.id,
    sellerRoles: seller.roles,
  }
}
