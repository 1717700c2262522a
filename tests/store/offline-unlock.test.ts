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

test('wrong PINs are counted across restarts and lock the member out, longer each time', async () => {
  await rememberUnlock(openIdentityStore(), { grants }, '1234')
  const left: unknown[] = []
  for (const pin of ['0000', '0001', '0002', '0003'])
    left.push(await checkOffline(openIdentityStore(), 'aurele', pin, at))
  expect(left).toEqual([4, 3, 2, 1].map((attemptsLeft) => ({ kind: 'wrong', attemptsLeft })))
  const records = openIdentityStore()
  expect(await checkOffline(records, 'aurele', '0004', at)).toEqual({ kind: 'locked-out', until: at + 30_000 })
  expect(await checkOffline(records, 'aurele', '1234', at + 29_000)).toEqual({ kind: 'locked-out', until: at + 30_000 })
  expect(await checkOffline(records, 'aurele', '0005', at + 31_000)).toEqual({ kind: 'locked-out', until: at + 91_000 })
  expect(await checkOffline(records, 'aurele', '1234', at + 92_000)).toEqual({ kind: 'right', grants })
  expect(await checkOffline(records, 'aurele', '9999', at + 93_000)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
})

test('guesses made at once in many windows are all counted', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  const answers = await Promise.all(
    ['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) =>
      checkOffline(openIdentityStore(), 'aurele', `000${digit}`, at),
    ),
  )
  expect(answers.filter(({ kind }) => kind === 'wrong')).toHaveLength(4)
  expect(answers.filter(({ kind }) => kind === 'locked-out')).toHaveLength(4)
})

test('a clock that was a year ahead keeps nobody out for a year: a lock longer than the longest is none, and its attempts still count', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  const ahead = at + 365 * 86_400_000
  for (const pin of ['0000', '0001', '0002', '0003', '0004']) await checkOffline(records, 'aurele', pin, ahead)
  expect(await checkOffline(records, 'aurele', '0005', at)).toEqual({ kind: 'locked-out', until: at + 60_000 })
  expect(await checkOffline(records, 'aurele', '1234', at + 59_000)).toMatchObject({ kind: 'locked-out' })
  expect(await checkOffline(records, 'aurele', '1234', at + 61_000)).toEqual({ kind: 'right', grants })
})

test('the longest lock there is holds to its end', async () => {
  const records = openIdentityStore()
  await rememberUnlock(records, { grants }, '1234')
  await records.putUnlock({ ...(await records.readUnlock('aurele'))!, failures: 20 })
  expect(await checkOffline(records, 'aurele', '0000', at)).toEqual({ kind: 'locked-out', until: at + 3_600_000 })
  expect(await checkOffline(records, 'aurele', '1234', at)).toEqual({ kind: 'locked-out', until: at + 3_600_000 })
})
