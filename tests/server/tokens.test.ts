import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { pinAlerts } from '#shared/contract/pin-alerts.ts'
import { sales } from '#shared/contract/sales.ts'
import { createToken, endSession } from '#shared/contract/tokens.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { differentPins } from '#tests/server/support/pins.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { always, idOf, tokenOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, hints, openShop, rowCounts } = await testApp()
const shop = await openShop('tokens')
const other = await openShop('elsewhere')
const stranger = await openShop('guessed by a stranger')
const titulaire = as(shop.titulaire.token)
const till = as(shop.terminal.token)
const roleIds = (await titulaire.call(pharmacies.roles, { params: { id: shop.id } }))
  .filter((role) => role.name === 'vendeur')
  .map((role) => role.id)

type Colleague = { id: string; pin: string }
let member: Colleague
/** A terminal, and a sign-in of its account, that nobody guessed at before. */
type Place = { terminalId: string; till: typeof till }
let signIns = 0
const aSignIn = (): Place => ({ terminalId: randomUUID(), till: as(signedIn(++signIns)) })
const signedIn = (second: number, at = shop) =>
  tokenOf(
    { sub: at.terminal.id, pharmacyId: at.id },
    { now: new Date(always.now.getTime() + second * 1000), validSeconds: always.validSeconds },
  )
let here: Place
const nextPin = differentPins()
const aColleague = async (): Promise<Colleague> => {
  const own = nextPin()
  const { id } = await titulaire.call(users.create, { body: { firstName: 'Awa', lastName: 'Kone', roleIds, pin: own } })
  return { id, pin: own }
}
beforeEach(async () => {
  clock.now = new Date()
  member = await aColleague()
  here = await aTill()
})

const unlock = (pin: string, userId = member.id, { terminalId, till } = here) =>
  till.call(createToken, { body: { userId, pin, terminalId } })
/** A till in use: somebody has unlocked it. */
const aTill = async (): Promise<Place> => {
  const place = aSignIn()
  await unlock(member.pin, member.id, place)
  return place
}
const wrongTimes = async (times: number, userId = member.id): Promise<void> => {
  for (let n = 0; n < times; n++) await unlock('9999', userId).catch(() => {})
}
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
const slowed = (retryAfterSeconds: number) => ({
  message: 'users:pinLockedOut',
  status: 429,
  details: { retryAfterSeconds },
})
const asMember = (unlockId: string, { id } = member) =>
  as(tokenOf({ sub: id, pharmacyId: shop.id, pin: unlockId }, { now: clock.now }))
const alerts = async () => (await titulaire.call(pinAlerts.list, { query: { size: 200 } })).items

test('the right PIN answers a custom token of that member and opens their rights', async () => {
  const { token, claims, permissions } = await unlock(member.pin)
  expect(claims).toMatchObject({ uid: member.id, pharmacyId: shop.id, roles: ['vendeur'] })
  expect(permissions).toEqual(['sale.sell', 'register.use'])
  expect(decodeProtectedHeader(token).alg).toBe('none')
  expect(decodeJwt(token)).toMatchObject({
    uid: member.id,
    claims: { pharmacyId: shop.id, pin: claims.pin, roles: ['vendeur'], domainId: claims.domainId },
  })
  // the identity token that the sign-in service makes of it
  const identity = tokenOf({ sub: member.id, pharmacyId: shop.id, pin: claims.pin })
  expect(await as(identity).call(users.read, { params: { id: member.id } })).toMatchObject({ firstName: 'Awa' })
})

test('a session for unlocks without a network comes with each unlock, the same for this member and terminal, and opens nothing', async () => {
  const first = await unlock(member.pin)
  const again = await unlock(member.pin)
  expect(again.offlineSessionId).toBe(first.offlineSessionId)
  const elsewhere = await unlock(member.pin, member.id, { ...here, terminalId: idOf('another terminal') })
  expect(new Set([first.claims.pin, first.offlineSessionId, elsewhere.offlineSessionId]).size).toBe(3)
  const forged = tokenOf({ sub: member.id, pharmacyId: shop.id, pin: first.offlineSessionId })
  await expect(as(forged).call(users.read, { params: { id: member.id } })).rejects.toMatchObject({
    message: 'auth:invalidToken',
  })
})

test('the reply says how much may be discounted: the highest of the member’s roles, nothing where one has no limit', async () => {
  const role = (name: string, discountLimit: number | null, permissions: Permission[] = ['sale.discount']) =>
    titulaire.call(roles.create, { body: { name, permissions, discountLimit } })
  const limits = [
    await role('cinq', 5),
    await role('dix', 10),
    await role('sans limite', null),
    await role('muet', null, ['sale.sell']),
  ] as const
  const limitWith = async (...held: readonly { id: string }[]) => {
    await titulaire.call(users.patch, { params: { id: member.id }, body: { roleIds: held.map(({ id }) => id) } })
    return (await unlock(member.pin)).discountLimit
  }
  const [five, ten, unlimited, silent] = limits
  expect([
    await limitWith(five),
    await limitWith(five, ten),
    await limitWith(ten, silent),
    await limitWith(ten, unlimited),
  ]).toEqual([5, 10, 10, null])
})

test('the pin claim is the id of the unlock, never the digits', async () => {
  const { claims } = await unlock(member.pin)
  const row = await database.read(shop.id, (tx) =>
    tx.selectFrom('unlocks').selectAll().where('id', '=', claims.pin).executeTakeFirst(),
  )
  expect(row).toMatchObject({ user_id: member.id, terminal_id: here.terminalId })
})

test('a wrong PIN says how many attempts are left and unlocks nothing', async () => {
  const { pin_guesses: guesses, ...before } = await rowCounts()
  await expect(unlock('9999')).rejects.toMatchObject({
    message: 'tokens:wrongPin',
    status: 422,
    details: { attemptsLeft: 4 },
  })
  await expect(unlock('9998')).rejects.toMatchObject({ message: 'tokens:wrongPin', details: { attemptsLeft: 3 } })
  expect(await rowCounts()).toEqual({ ...before, pin_guesses: guesses! + 2 })
})

test('the fifth wrong PIN makes the next one wait, the right one included, until the time has passed', async () => {
  await wrongTimes(4)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(2))
  later(0.7)
  await expect(unlock(member.pin)).rejects.toMatchObject(slowed(2))
  later(0.3)
  await expect(unlock(member.pin)).rejects.toMatchObject(slowed(1))
  later(1)
  await expect(unlock(member.pin)).resolves.toBeDefined()
})

test('the wait is said in the header too', async () => {
  await wrongTimes(5)
  const reply = await app.inject({
    method: 'POST',
    url: '/api/tokens',
    headers: { authorization: `Bearer ${signedIn(signIns)}` },
    payload: { userId: member.id, pin: member.pin, terminalId: here.terminalId },
  })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '2'])
})

test('each further wrong PIN doubles the wait; a guess during a wait does not count', async () => {
  await wrongTimes(5)
  later(2)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(4))
  await wrongTimes(10)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(4))
  later(4)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(8))
  later(8)
  await expect(unlock(member.pin)).resolves.toBeDefined()
})

test('a right PIN takes back no wrong one: neither one’s own nor those of another member at this terminal', async () => {
  const colleague = await aColleague()
  await wrongTimes(4)
  await unlock(colleague.pin, colleague.id)
  await unlock(member.pin)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(2))
  later(2)
  await unlock(member.pin)
  await expect(unlock('9999')).rejects.toMatchObject(slowed(4))
})

test('an hour later wrong PINs no longer count', async () => {
  await wrongTimes(5)
  later(3600)
  await expect(unlock('9999')).rejects.toMatchObject({ message: 'tokens:wrongPin', details: { attemptsLeft: 4 } })
})

test('the seller who guesses between two unlocks of the owner’s gets no 160 guesses in 9 s', async () => {
  const seller = await aColleague()
  let judged = 0
  for (let n = 0; n < 160; n++) {
    const outcome = await unlock('9999').catch((error: Error) => error.message)
    if (outcome === 'tokens:wrongPin') judged++
    await unlock(seller.pin, seller.id)
    later(9 / 160)
  }
  expect(judged).toBeLessThan(5)
})

test('at another till the member still sells, and at this one the colleagues do', async () => {
  const colleague = await aColleague()
  await wrongTimes(5)
  await expect(unlock(member.pin, member.id, await aTill())).resolves.toBeDefined()
  await expect(unlock(colleague.pin, colleague.id)).resolves.toBeDefined()
})

test('who guesses one colleague after the other at a till is slowed down too', async () => {
  const colleagues = [member, await aColleague(), await aColleague(), await aColleague(), await aColleague()]
  for (const { id } of colleagues) await wrongTimes(4, id)
  const guessed = (await alerts()).filter(({ userId }) => colleagues.some(({ id }) => id === userId))
  expect(guessed.map(({ userId, guesses }) => [userId, guesses])).toEqual([[colleagues.at(-1)!.id, 4]])
  const last = await aColleague()
  await expect(unlock(last.pin, last.id)).rejects.toMatchObject(slowed(2))
  await expect(unlock(last.pin, last.id, aSignIn())).resolves.toBeDefined()
})

test('a caller that names another terminal for each guess is at one place', async () => {
  const guess = () => unlock('9999', member.id, { ...here, terminalId: randomUUID() }).catch((error: Error) => error)
  for (let n = 0; n < 4; n++) expect(await guess()).toMatchObject({ message: 'tokens:wrongPin' })
  expect(await guess()).toMatchObject(slowed(2))
})

test('who signs the account in anew for each guess is slowed down, and no till in use with it', async () => {
  const owner = as(stranger.titulaire.token)
  const [seller] = await owner.call(pharmacies.roles, { params: { id: stranger.id } })
  const guessed = await owner.call(users.create, {
    body: { firstName: 'Awa', lastName: 'Kone', roleIds: [seller!.id], pin: '4417' },
  })
  const tryPin = (signIn: number, pin: string) =>
    as(signedIn(signIn, stranger)).call(createToken, {
      body: { userId: guessed.id, pin, terminalId: randomUUID() },
    })
  const inUse = 0
  await tryPin(inUse, '4417')
  for (let n = 1; n < 350; n++) {
    await tryPin(n, '9999').catch(() => {})
    later(10)
  }
  await expect(tryPin(350, '4417')).rejects.toMatchObject({ message: 'users:pinLockedOut' })
  await expect(tryPin(inUse, '4417')).resolves.toBeDefined()
  const judged = await database.read(stranger.id, (tx) => tx.selectFrom('pin_guesses').select('id').execute())
  expect(judged.length).toBeLessThan(60)
})

test('who walks from till to till is slowed down, by 30 s at most', async () => {
  const tills = await Promise.all(Array.from({ length: 8 }, () => aTill()))
  let turn = 0
  const guess = () => unlock('9999', member.id, tills[turn++ % 8]!).catch((error: Error) => error)
  for (let n = 0; n < 29; n++) expect(await guess()).toMatchObject({ message: 'tokens:wrongPin' })
  expect(await guess()).toMatchObject(slowed(2))
  for (let n = 0; n < 10; n++) {
    later(30)
    await guess()
  }
  later(30)
  await expect(unlock(member.pin)).resolves.toBeDefined()
})

test('a member’s own token is one place, whatever terminals it names', async () => {
  const guessing = await aColleague()
  const { claims } = await unlock(guessing.pin, guessing.id)
  const guess = () =>
    asMember(claims.pin, guessing)
      .call(createToken, { body: { userId: member.id, pin: '9999', terminalId: randomUUID() } })
      .catch((error: Error) => error)
  for (let n = 0; n < 4; n++) await guess()
  expect(await guess()).toMatchObject(slowed(2))
})

test('wrong PINs that were slowed down are an alert: who, where, when, how many; told to the windows once each', async () => {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (resource) => heard.push(resource))
  await wrongTimes(4)
  await unlock(member.pin)
  const of = async () => (await alerts()).filter(({ userId }) => userId === member.id)
  expect([await of(), heard]).toEqual([[], []])
  const startedAt = clock.now.toISOString()
  await wrongTimes(1)
  later(2)
  await wrongTimes(1)
  stop()
  expect(heard).toEqual(['pin-alerts', 'pin-alerts'])
  expect(await of()).toEqual([
    {
      id: expect.any(String) as string,
      userId: member.id,
      userName: 'KONE Awa',
      terminalCode: terminalCode(here.terminalId),
      guesses: 6,
      startedAt,
      lastAt: clock.now.toISOString(),
    },
  ])
  later(3600)
  await wrongTimes(5)
  expect((await of()).map(({ guesses }) => guesses)).toEqual([5, 6])
})

test('each member has a series of their own at each terminal', async () => {
  const [colleague, first, second] = [await aColleague(), here.terminalId, await aTill()]
  await wrongTimes(6)
  await wrongTimes(5, colleague.id)
  here = second
  await wrongTimes(7)
  const series = (await alerts()).map(({ userId, terminalCode, guesses }) => [userId, terminalCode, guesses])
  expect(series).toEqual(
    expect.arrayContaining([
      [member.id, terminalCode(first), 5],
      [colleague.id, terminalCode(first), 5],
      [member.id, terminalCode(second.terminalId), 5],
    ]),
  )
})

test('alerts are listed by day, by name and by each column', async () => {
  const own = await openShop('alerts')
  const series = (of: { id: string }, terminal_code: string, guesses: number, started: string, last: string) => ({
    pharmacy_id: own.id,
    id: randomUUID(),
    user_id: of.id,
    terminal_id: here.terminalId,
    terminal_code,
    guesses,
    started_at: new Date(started),
    last_at: new Date(last),
  })
  await database.platform((tx) =>
    tx
      .insertInto('pin_alerts')
      .values([
        // half past midnight in Cotonou
        series(own.vendeur, 'K7QF', 5, '2026-03-01T23:10:00Z', '2026-03-01T23:30:00Z'),
        series(own.titulaire, 'A2BC', 9, '2026-03-01T11:00:00Z', '2026-03-01T12:00:00Z'),
        series(own.pharmacien, 'Z9XY', 7, '2026-02-28T13:00:00Z', '2026-02-28T13:20:00Z'),
      ])
      .execute(),
  )
  const owner = as(own.titulaire.token)
  const guesses = async (query: CallInput<typeof pinAlerts.list>['query']) =>
    (await owner.call(pinAlerts.list, { query })).items.map((alert) => alert.guesses)
  expect(await guesses({})).toEqual([5, 9, 7])
  expect(await guesses({ from: '2026-03-01', to: '2026-03-01' })).toEqual([9])
  expect(await guesses({ search: 'dossou' })).toEqual([5])
  const hourInCotonou = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(11)
  await expectSortedBothWays((query) => owner.call(pinAlerts.list, { query }), {
    lastAt: ({ lastAt }) => lastAt,
    since: ({ startedAt }) => hourInCotonou(startedAt),
    hour: ({ lastAt }) => hourInCotonou(lastAt),
    user: ({ userName }) => userName,
    terminal: (alert) => alert.terminalCode,
    guesses: (alert) => alert.guesses,
  })
})

test('guesses sent all at once are counted one by one', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => unlock(String(8000 + n)).catch((error: Error) => error.message)),
  )
  expect(outcomes.filter((message) => message === 'tokens:wrongPin')).toHaveLength(4)
  expect(outcomes.filter((message) => message === 'users:pinLockedOut')).toHaveLength(16)
})

test('who is of another pharmacy, unknown or gone is not there', async () => {
  const gone = { message: 'requests:notFound', status: 404 }
  await expect(
    as(other.terminal.token).call(createToken, {
      body: { userId: member.id, pin: member.pin, terminalId: here.terminalId },
    }),
  ).rejects.toMatchObject(gone)
  await expect(unlock(member.pin, idOf('nobody'))).rejects.toMatchObject(gone)
  await expect(unlock(member.pin, shop.terminal.id)).rejects.toMatchObject(gone)
  await titulaire.call(users.remove, { params: { id: member.id } })
  await expect(unlock(member.pin)).rejects.toMatchObject(gone)
})

test('the account of a till has no PIN, not even where one was written to it', async () => {
  await unlock(member.pin)
  await database.platform(async (tx) => {
    const { pin_hash } = await tx
      .selectFrom('users')
      .select('pin_hash')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    await tx.updateTable('users').set({ pin_hash }).where('id', '=', shop.terminal.id).execute()
  })
  await expect(unlock(member.pin, shop.terminal.id)).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

describe('a session ends', () => {
  const over = (unlockId: string) => ({
    message: 'auth:sessionEnded',
    status: 401,
    details: { unlockId, reason: expect.any(String) },
  })
  const read = (unlockId: string, of = member) => asMember(unlockId, of).call(users.all, {})
  const rowOf = (unlockId: string) =>
    database.read(shop.id, (tx) =>
      tx.selectFrom('unlocks').select(['ended_at', 'end_reason']).where('id', '=', unlockId).executeTakeFirstOrThrow(),
    )

  test('with the lock of its terminal, at once; a second time changes nothing', async () => {
    const { claims } = await unlock(member.pin)
    await read(claims.pin)
    expect(await till.call(endSession, { params: { id: claims.pin } })).toEqual({ id: claims.pin })
    await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
    const lockedAt = clock.now
    later(60)
    await till.call(endSession, { params: { id: claims.pin } })
    expect(await rowOf(claims.pin)).toEqual({ ended_at: lockedAt, end_reason: 'lock' })
  })

  test('a session that never was, or that is another pharmacy’s, is not there', async () => {
    const { claims } = await unlock(member.pin)
    const gone = { message: 'requests:notFound', status: 404 }
    await expect(till.call(endSession, { params: { id: idOf('nothing') } })).rejects.toMatchObject(gone)
    await expect(as(other.terminal.token).call(endSession, { params: { id: claims.pin } })).rejects.toMatchObject(gone)
    await expect(read(claims.pin)).resolves.toBeDefined()
  })

  test('when somebody else unlocks its terminal, and not by an unlock of another one', async () => {
    const colleague = await aColleague()
    const { claims } = await unlock(member.pin)
    await unlock(member.pin, member.id, { ...here, terminalId: randomUUID() })
    await expect(read(claims.pin)).resolves.toBeDefined()
    const next = await unlock(colleague.pin, colleague.id)
    await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
    expect(await rowOf(claims.pin)).toEqual({ ended_at: clock.now, end_reason: 'switch' })
    await expect(read(next.claims.pin, colleague)).resolves.toBeDefined()
  })

  test('with a new PIN, at every terminal', async () => {
    const [one, two] = [
      await unlock(member.pin),
      await unlock(member.pin, member.id, { ...here, terminalId: randomUUID() }),
    ]
    await titulaire.call(users.patch, { params: { id: member.id }, body: { pin: '8642' } })
    for (const { claims } of [one, two]) {
      await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
      expect(await rowOf(claims.pin)).toMatchObject({ end_reason: 'pin' })
    }
    const { claims } = await unlock('8642')
    await titulaire.call(users.patch, { params: { id: member.id }, body: { firstName: 'Awa Rose', roleIds } })
    await expect(read(claims.pin)).resolves.toBeDefined()
  })

  test('except the one that changes its own PIN', async () => {
    const own = await openShop('own PIN')
    const elsewhere = randomUUID()
    await database.platform((tx) =>
      tx
        .insertInto('unlocks')
        .values({
          pharmacy_id: own.id,
          id: elsewhere,
          user_id: own.titulaire.id,
          terminal_id: here.terminalId,
          at: clock.now,
        })
        .execute(),
    )
    const owner = as(own.titulaire.token)
    await owner.call(users.patch, { params: { id: own.titulaire.id }, body: { pin: '8642' } })
    await expect(owner.call(users.all, {})).resolves.toBeDefined()
    await expect(
      as(tokenOf({ sub: own.titulaire.id, pharmacyId: own.id, pin: elsewhere })).call(users.all, {}),
    ).rejects.toMatchObject(over(elsewhere))
  })

  test.each([
    ['removed', (id: string) => titulaire.call(users.remove, { params: { id } })],
    ['deactivated', (id: string) => titulaire.call(users.patch, { params: { id }, body: { active: false } })],
  ])('when the member is %s, at once and for good, with a token that is still good', async (_, shutOut) => {
    const { claims } = await unlock(member.pin)
    await read(claims.pin)
    await shutOut(member.id)
    await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
    expect(await rowOf(claims.pin)).toMatchObject({ end_reason: 'deactivation' })
    await titulaire.call(users.patch, { params: { id: member.id }, body: { active: true } })
    await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
  })

  test('sixteen hours after the unlock, and its row says so when the terminal is unlocked again', async () => {
    const unlockedAt = clock.now.getTime()
    const { claims } = await unlock(member.pin)
    later(16 * 3600 - 1)
    await expect(read(claims.pin)).resolves.toBeDefined()
    later(6)
    await expect(read(claims.pin)).rejects.toMatchObject(over(claims.pin))
    later(3600)
    await unlock(member.pin)
    expect(await rowOf(claims.pin)).toEqual({ ended_at: new Date(unlockedAt + 16 * 3_600_000), end_reason: 'age' })
  })

  test('what was sold before is accepted when it comes late, as if the session stood', async () => {
    const { claims } = await unlock(member.pin)
    const sale = aSale(shop, { soldAt: clock.now.toISOString() })
    const sold = {
      ...sale,
      sellerId: member.id,
      sellerRoles: ['vendeur'],
      sessionId: claims.pin,
      terminalId: here.terminalId,
    }
    later(60)
    await till.call(endSession, { params: { id: claims.pin } })
    await expect(asMember(claims.pin).call(sales.close, { body: sold })).rejects.toMatchObject(over(claims.pin))
    const accepted = await till.call(sales.close, { body: sold })
    expect([accepted.status, accepted.flags]).toEqual(['CLOSED', []])
  })
})
