import { expect, test } from 'vitest'
import { openIdentityStore } from '#shared/store/identity/identity-store.ts'
import { checkOffline, rememberUnlock } from '#shared/store/identity/offline-unlock.ts'

const grants = {
  userId: 'aurele',
  uid: 'aurele',
  pharmacyId: 'p',
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: ['sale.sell' as const],
}
const at = Date.parse('2026-11-21T11:42:00.000Z')

test('a PIN that once opened online opens offline, with the rights of that time', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  expect(await checkOffline(records, 'aurele', '1234', at)).toEqual({ kind: 'right', grants })
})

test('a member who never unlocked here online is unknown', async () => {
  expect(await checkOffline(openIdentityStore(), 'rachelle', '1234', at)).toEqual({ kind: 'unknown' })
})

test('the digits are nowhere on the disk', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  const kept = await records.readUnlock('aurele')
  expect(JSON.stringify(kept)).not.toContain('1234')
  expect(kept!.iterations).toBeGreaterThanOrEqual(210_000)
  await rememberUnlock(records, { grants: { ...grants, userId: 'gilles' } }, '1234')
  expect((await records.readUnlock('gilles'))!.hash).not.toEqual(kept!.hash)
})

const guess = (pin: string, when = at, userId = 'aurele') => checkOffline(openIdentityStore(), userId, pin, when)

test('wrong PINs are counted across restarts and make the next one wait, longer each time, as the server does', async () => {
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  const left: unknown[] = []
  for (const pin of ['0000', '0001', '0002', '0003']) left.push(await guess(pin))
  expect(left).toEqual([4, 3, 2, 1].map((attemptsLeft) => ({ kind: 'wrong', attemptsLeft })))
  expect(await guess('0004')).toEqual({ kind: 'locked-out', until: at + 2000 })
  expect(await guess('1234', at + 1000)).toEqual({ kind: 'locked-out', until: at + 2000 })
  expect(await guess('0005', at + 2000)).toEqual({ kind: 'locked-out', until: at + 6000 })
  expect(await guess('1234', at + 6000)).toEqual({ kind: 'right', grants })
})

test('a right PIN takes no wrong one back, offline or accepted by the server; an hour does', async () => {
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  for (const pin of ['0000', '0001', '0002']) await guess(pin)
  expect(await guess('1234')).toEqual({ kind: 'right', grants })
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  expect(await guess('0003')).toEqual({ kind: 'wrong', attemptsLeft: 1 })
  expect(await guess('0004', at + 3_600_000)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
})

test('who guesses one colleague after the other is slowed down too', async () => {
  const team = ['aurele', 'rachelle', 'koffi', 'gilles', 'ama']
  for (const userId of team) await rememberUnlock(openIdentityStore(), { grants: { ...grants, userId } }, '1234')
  const outcomes: unknown[] = []
  for (const userId of team)
    for (const pin of ['0000', '0001', '0002', '0003']) outcomes.push(await guess(pin, at, userId))
  expect(outcomes.at(-2)).toMatchObject({ kind: 'wrong' })
  expect(outcomes.at(-1)).toEqual({ kind: 'locked-out', until: at + 2000 })
  expect(await guess('1234')).toEqual({ kind: 'locked-out', until: at + 2000 })
})

test('guesses made at once in many windows are all counted', async () => {
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  const answers = await Promise.all(['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) => guess(`000${digit}`)))
  expect(answers.filter(({ kind }) => kind === 'wrong')).toHaveLength(4)
  expect(answers.filter(({ kind }) => kind === 'locked-out')).toHaveLength(4)
})

test('a clock that was a year ahead keeps nobody out for a year: its wrong PINs count for the next hour', async () => {
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  const ahead = at + 365 * 86_400_000
  for (const pin of ['0000', '0001', '0002', '0003', '0004']) await guess(pin, ahead)
  expect(await guess('0005')).toEqual({ kind: 'locked-out', until: at + 4000 })
  expect(await guess('1234', at + 3999)).toMatchObject({ kind: 'locked-out' })
  expect(await guess('1234', at + 4000)).toEqual({ kind: 'right', grants })
  expect(await guess('0006', at + 3_600_000)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
})

test('the record of an earlier version opens, and its wrong PINs are forgotten', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  const { wrongAt: _, ...kept } = (await records.readUnlock('aurele'))!
  const former = { ...kept, failures: 9, lockedUntil: at + 60_000 }
  await records.putUnlock(former)
  expect(await guess('0000')).toEqual({ kind: 'wrong', attemptsLeft: 4 })
  expect(await guess('1234')).toEqual({ kind: 'right', grants })
})
