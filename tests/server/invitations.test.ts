import { expect, test } from 'vitest'
import { invitations } from '#shared/contract/invitations.ts'
import { createToken } from '#shared/contract/tokens.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import { aMember } from '#tests/server/support/members.ts'
import { idOf, tokenOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, claimed, clock, database, openShop, rowCounts } = await testApp({
  mailer: null,
  publicOrigin: 'https://officine.example',
})
const shop = await openShop('invitations')
const other = await openShop('elsewhere')
const titulaire = as(shop.titulaire.token)
const nobody = as(undefined)
const vendeurRole = (await titulaire.call(roles.list, {})).items.find(({ name }) => name === 'vendeur')!.id
let count = 0

async function anInvited(given: { pin?: string } = {}) {
  const email = `awa${++count}@example.org`
  const user = await titulaire.call(users.create, {
    body: { firstName: 'Awa', lastName: `Kone ${count}`, email, roleIds: [vendeurRole], ...given },
  })
  const { secret, expiresAt } = await titulaire.call(invitations.invite, { params: { id: user.id } })
  const account = { uid: `account-${count}`, token: tokenOf({ sub: `account-${count}`, email }) }
  return { user, email, secret, expiresAt, account }
}
const accept = (secret: string, accountToken: string, pin?: string) =>
  nobody.call(invitations.accept, { body: { secret, accountToken, ...(pin ? { pin } : {}) } })
const over = { message: 'invitations:over', status: 409 }

test('an invited colleague chooses a PIN, and his account opens a terminal for him alone', async () => {
  const { user, email, secret, account } = await anInvited()
  expect(user).toMatchObject({ hasPin: false, hasAccount: false, invitedUntil: null })
  expect((await titulaire.call(pharmacies.users, { params: { id: shop.id } })).map(({ id }) => id)).not.toContain(
    user.id,
  )
  expect(await nobody.call(invitations.look, { body: { secret } })).toEqual({
    pharmacyName: expect.any(String),
    firstName: 'Awa',
    lastName: user.lastName,
    email,
    needsPin: true,
  })
  expect(await accept(secret, account.token, '5820')).toEqual({ pharmacyId: shop.id })
  expect(claimed.get(account.uid)).toEqual({ pharmacyId: shop.id, domainId: idOf('domain') })
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toMatchObject({
    hasPin: true,
    hasAccount: true,
    invitedUntil: null,
  })
  expect(await titulaire.call(users.ofAccount, { params: { id: account.uid } })).toMatchObject({ id: user.id })

  const own = as(tokenOf({ sub: account.uid, pharmacyId: shop.id }))
  expect((await own.call(pharmacies.users, { params: { id: shop.id } })).map(({ id }) => id)).toEqual([user.id])
  const terminalId = idOf('at home')
  await expect(own.call(createToken, { body: { userId: user.id, pin: '5820', terminalId } })).resolves.toMatchObject({
    claims: { uid: user.id },
  })
  await expect(
    own.call(createToken, { body: { userId: shop.vendeur.id, pin: '0000', terminalId } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })

  await titulaire.call(users.patch, { params: { id: user.id }, body: { active: false } })
  await expect(own.call(pharmacies.users, { params: { id: shop.id } })).rejects.toMatchObject({
    message: 'auth:invalidToken',
  })
})

test('the same account may accept again, and changes nothing more; another one may not', async () => {
  const { secret, account, email } = await anInvited()
  await accept(secret, account.token, '5821')
  claimed.clear()
  const before = await rowCounts()
  expect(await accept(secret, account.token, '5822')).toEqual({ pharmacyId: shop.id })
  expect(claimed.has(account.uid)).toBe(true)
  expect(await rowCounts()).toEqual(before)
  await expect(accept(secret, tokenOf({ sub: 'somebody', email }), '5823')).rejects.toMatchObject(over)
  await expect(nobody.call(invitations.look, { body: { secret } })).rejects.toMatchObject(over)
})

test('two who accept at once: one account is tied', async () => {
  const { user, secret, email } = await anInvited({ pin: '5824' })
  const outcomes = await Promise.allSettled(
    ['first', 'second'].map((sub) => accept(secret, tokenOf({ sub: `${sub}-of-two`, email }))),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toMatchObject({ hasAccount: true })
})

test('a link that is old, replaced, withdrawn, or of a mistyped address opens nothing', async () => {
  const old = await anInvited()
  const now = clock.now
  clock.now = new Date(now.getTime() + 7 * 86_400_000 + 1)
  await expect(nobody.call(invitations.look, { body: { secret: old.secret } })).rejects.toMatchObject(over)
  clock.now = now
  const next = await titulaire.call(invitations.invite, { params: { id: old.user.id } })
  await expect(accept(old.secret, old.account.token, '5825')).rejects.toMatchObject(over)
  await titulaire.call(invitations.withdraw, { params: { id: old.user.id } })
  await expect(accept(next.secret, old.account.token, '5825')).rejects.toMatchObject(over)
  await expect(titulaire.call(invitations.withdraw, { params: { id: old.user.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  const mistyped = await anInvited()
  await titulaire.call(users.patch, { params: { id: mistyped.user.id }, body: { email: 'right@example.org' } })
  await expect(accept(mistyped.secret, mistyped.account.token, '5825')).rejects.toMatchObject(over)
  const gone = await anInvited()
  await titulaire.call(users.remove, { params: { id: gone.user.id } })
  await expect(accept(gone.secret, gone.account.token, '5825')).rejects.toMatchObject(over)
  await expect(nobody.call(invitations.look, { body: { secret: 'x'.repeat(32) } })).rejects.toMatchObject(over)
})

test('an account of another address, of a till of this pharmacy or of the platform is not tied', async () => {
  const { secret, email } = await anInvited()
  const refused = { message: 'invitations:otherAccount', status: 409 }
  await expect(accept(secret, tokenOf({ sub: 'x', email: 'other@example.org' }), '5826')).rejects.toMatchObject(refused)
  await expect(accept(secret, tokenOf({ sub: 'x' }), '5826')).rejects.toMatchObject(refused)
  await expect(accept(secret, tokenOf({ sub: shop.terminal.id, email }), '5826')).rejects.toMatchObject(refused)
  await expect(accept(secret, 'forged', '5826')).rejects.toMatchObject({ message: 'auth:invalidToken' })
  // a till of another pharmacy is another matter: one person may work in several
  await expect(accept(secret, tokenOf({ sub: other.terminal.id, email }), '5826')).resolves.toBeDefined()
})

test('the chosen PIN obeys the rules of PINs, and a refusal leaves the invitation open', async () => {
  const { secret, account } = await anInvited()
  await anInvited({ pin: '5827' })
  await expect(accept(secret, account.token)).rejects.toMatchObject({ message: 'requests:invalid' })
  await expect(accept(secret, account.token, '1234')).rejects.toMatchObject({ message: 'users:trivialPinCode' })
  await expect(accept(secret, account.token, '5827')).rejects.toMatchObject({ message: 'users:duplicatePinCode' })
  await expect(accept(secret, account.token, '5828')).resolves.toBeDefined()
})

test('nobody invites without an address, twice into one account, nor a colleague with more rights', async () => {
  const bare = await titulaire.call(users.create, {
    body: { firstName: 'Awa', lastName: 'Sans adresse', roleIds: [vendeurRole], pin: '5830' },
  })
  await expect(titulaire.call(invitations.invite, { params: { id: bare.id } })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
  const { user, secret, account } = await anInvited({ pin: '5831' })
  await accept(secret, account.token)
  await expect(titulaire.call(invitations.invite, { params: { id: user.id } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
  const manager = await aMember(database, shop, ['user.manage'])
  const invited = await anInvited()
  await expect(as(manager.token).call(invitations.invite, { params: { id: invited.user.id } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  await expect(
    as(other.titulaire.token).call(invitations.invite, { params: { id: invited.user.id } }),
  ).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('a server without a mail server queues nothing, and says so', async () => {
  const { user, email } = await anInvited()
  const before = await rowCounts()
  expect(await titulaire.call(invitations.invite, { params: { id: user.id } })).toMatchObject({ isMailed: false })
  const after = await rowCounts()
  expect([after['mails'], after['jobs']]).toEqual([before['mails'], before['jobs']])
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toMatchObject({ email, invitationMail: null })
})

test('the secret stands nowhere in the database', async () => {
  const { secret } = await anInvited()
  const rows = await database.platform((tx) => tx.selectFrom('invitations').selectAll().execute())
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(secret)
})
