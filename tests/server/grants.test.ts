import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createGrant, type Gesture } from '#shared/contract/tokens.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { aPin } from '#tests/server/support/pins.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const shop = await openShop('grants')
const other = await openShop('grants elsewhere')
const till = as(shop.terminal.token)
const titulaire = as(shop.titulaire.token)

let terminalId: string
beforeEach(() => {
  clock.now = new Date()
  terminalId = randomUUID()
})

/** A member whose only role has these rights. */
async function aMember(permissions: Permission[], discountLimit: number | null = null) {
  const role = await titulaire.call(roles.create, { body: { name: `r ${randomUUID()}`, permissions, discountLimit } })
  const pin = aPin()
  const { id } = await titulaire.call(users.create, {
    body: { firstName: 'Ama', lastName: 'Koffi', roleIds: [role.id], pin },
  })
  return { id, pin }
}
type Asked = { id: string; pin: string }
const ask = ({ id, pin }: Asked, gesture: Partial<Gesture> = {}, by = till) =>
  by.call(createGrant, {
    body: { permission: 'sale.discount', subjectId: randomUUID(), ...gesture, userId: id, pin, terminalId },
  })
const rowOf = (id: string) =>
  database.read(shop.id, (tx) => tx.selectFrom('grants').selectAll().where('id', '=', id).executeTakeFirst())

test('a right PIN gives the right for half an hour, and the giver is kept', async () => {
  const pharmacist = await aMember(['sale.discount'])
  const subjectId = randomUUID()
  const grant = await ask(pharmacist, { subjectId, amount: 20 }, as(shop.vendeur.token))
  expect(Date.parse(grant.expiresAt) - Date.parse(grant.at)).toBe(30 * 60_000)
  expect(await rowOf(grant.id)).toMatchObject({
    permission: 'sale.discount',
    subject_id: subjectId,
    amount: 20,
    granted_by: pharmacist.id,
    terminal_id: terminalId,
    used_at: null,
    proven: true,
  })
})

test('nobody gives a right that he does not have, nor a larger discount than his own', async () => {
  const seller = await aMember(['sale.sell'])
  const limited = await aMember(['sale.discount'], 10)
  const refusal = { message: 'tokens:lacksRight', status: 403, details: { permission: 'sale.discount' } }
  await expect(ask(seller)).rejects.toMatchObject(refusal)
  await expect(ask(limited, { amount: 11 })).rejects.toMatchObject(refusal)
  await expect(ask(limited)).rejects.toMatchObject(refusal)
  expect(await rowOf((await ask(limited, { amount: 10 })).id)).toMatchObject({ amount: 10 })
})

test('wrong PINs slow down as those of an unlock, and a right that is lacking is no wrong PIN', async () => {
  const seller = await aMember(['sale.sell'])
  const wrong = { ...seller, pin: '9999' }
  for (const attemptsLeft of [4, 3, 2, 1])
    await expect(ask(wrong)).rejects.toMatchObject({ message: 'tokens:wrongPin', details: { attemptsLeft } })
  await expect(ask(seller)).rejects.toMatchObject({ message: 'tokens:lacksRight' })
  const slowed = { message: 'users:pinLockedOut', status: 429 }
  await expect(ask(wrong)).rejects.toMatchObject(slowed)
  await expect(ask(seller)).rejects.toMatchObject(slowed)
})

test('a member of another pharmacy gives nothing here', async () => {
  await expect(ask({ id: other.titulaire.id, pin: '0000' })).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('the lock screen learns what each member can be asked for', async () => {
  const limited = await aMember(['sale.sell', 'sale.discount'], 15)
  const members = await till.call(pharmacies.users, { params: { id: shop.id } })
  expect(members.find(({ id }) => id === limited.id)).toMatchObject({
    permissions: ['sale.sell', 'sale.discount'],
    discountLimit: 15,
  })
})
