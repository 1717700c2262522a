import { randomUUID } from 'node:crypto'
import { createGrant, type Grant } from '#shared/contract/tokens.ts'
import { roles, users } from '#shared/contract/users.ts'
import { aPin } from '#tests/server/support/pins.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { testApp } from '#tests/server/support/test-app.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** A member who may use a register, and types his code at the terminal to take one. */
export async function aReceiver(as: As, shop: Shop) {
  const owner = as(shop.titulaire.token)
  const role = await owner.call(roles.create, { body: { name: randomUUID(), permissions: ['register.use'] } })
  const pin = aPin()
  const { id } = await owner.call(users.create, {
    body: { firstName: 'Ama', lastName: 'Koffi', roleIds: [role.id], pin },
  })
  return {
    id,
    async codeFor(subjectId: string): Promise<Grant> {
      const asked = { permission: 'register.use' as const, subjectId }
      const given = await as(shop.terminal.token).call(createGrant, {
        body: { ...asked, userId: id, pin, terminalId: shop.terminal.id },
      })
      return { ...asked, ...given, grantedBy: id, sessionId: null }
    },
  }
}
