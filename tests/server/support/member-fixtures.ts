import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { invitationSecret, invitedAddress } from '#tests/server/support/full-shop.ts'
import { aPin } from '#tests/server/support/pins.ts'
import { idOf, tokenOf, type Shop } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about members, their roles and invitations (`callFixtures`). */
export function memberFixtures(shop: Shop): Record<string, () => CallFixture> {
  const nothing = (): CallFixture => ({})
  const at = (id: string) => (): CallFixture => ({ params: { id } })
  const own = (name: string): string => idOf(shop.id, name)
  const roleId = idOf(shop.id, 'role', 'vendeur')
  const ownRole = idOf(shop.id, 'role', 'unheld')
  return {
    'users.list': nothing,
    'users.all': nothing,
    'users.ofAccount': at(own('account')),
    'invitations.invite': at(shop.vendeur.id),
    'invitations.withdraw': at(shop.stocks.id),
    'invitations.look': () => ({ body: { secret: invitationSecret(shop, 'pharmacien') } }),
    'invitations.accept': () => ({
      body: {
        secret: invitationSecret(shop, 'pharmacien'),
        accountToken: tokenOf({ sub: own('invited'), email: invitedAddress }),
      },
    }),
    'users.read': at(shop.vendeur.id),
    'users.create': () => ({
      body: {
        firstName: 'Awa',
        lastName: 'Kone',
        roleIds: [roleId],
        pin: aPin(),
      },
    }),
    'users.patch': () => ({ params: { id: shop.vendeur.id }, body: { firstName: 'Afi' } }),
    'users.remove': at(shop.stocks.id),
    'roles.list': nothing,
    'roles.read': at(roleId),
    'roles.create': () => ({ body: { name: `role ${randomUUID()}`, permissions: ['sale.sell'] } }),
    'roles.patch': () => ({ params: { id: roleId }, body: { name: 'vendeur' } }),
    'roles.remove': at(ownRole),
  }
}
