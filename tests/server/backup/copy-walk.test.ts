import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { isRefusedInCopies } from '#shared/contract/endpoint.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { permissions } from '#shared/domain/permissions.ts'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import { AppError } from '#shared/domain/errors.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { makeCopy } from '#tests/server/support/a-copy.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { fingerprintOf } from '#tests/server/support/tenant-rows.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const shop = await openShop('a copy')
const fixtures = callFixtures(shop, await aFullShop(database, shop))
const member = await aMember(database, shop, permissions)
const admin = await openAdmin(database)
const refusals = ['server:copy', 'server:past', 'server:exercise']
/** The confirmation would end the copy before the other calls. */
const called = allCalls.filter(({ endpoint }) => !endpoint.stream && !endpoint.readiesCopy)

/** Every pharmacy of the server: accounts of the platform are judged by the server as a whole. */
async function makeCopies(kind: CopyKind): Promise<void> {
  const all = await database.platform((tx) => tx.selectFrom('pharmacies').select('id').execute())
  for (const { id } of all) await makeCopy(database, id, kind)
  // Who calls is remembered for some seconds.
  clock.now = new Date(clock.now.getTime() + 6_000)
}

/** What a copy of this kind says to each call, as long as it is the copy that refuses. */
async function answersOf(kind: CopyKind): Promise<Record<string, string>> {
  await makeCopies(kind)
  const answers: Record<string, string> = {}
  for (const { family, name, endpoint } of called) {
    const token = isOfPlatform(endpoint.permission) ? admin : member.token
    const input = fixtures[`${family}.${name}`]!(member)
    const message = await as(token)
      .call(endpoint, input as never)
      .then(
        () => '',
        (error: unknown) => (error instanceof AppError ? error.message : ''),
      )
    if (refusals.includes(message)) answers[`${family}.${name}`] = message
  }
  return answers
}
/** All rows of the shop but who opened it, and what was downloaded. */
const changeable = async (): Promise<string> =>
  (await fingerprintOf(database, shop.id)).replaceAll(/^(exports|pin_guesses|unlocks) .*$/gm, '')
const namesOf = (chosen: typeof called): string[] => chosen.map(({ family, name }) => `${family}.${name}`)
const refused = (message: string, names: string[]) => Object.fromEntries(names.map((name) => [name, message]))

test('a day of the past refuses every call that changes something, and nothing of it changes', async () => {
  await makeCopies('past')
  const before = await changeable()
  const changing = called.filter(({ endpoint }) => isRefusedInCopies(endpoint))
  expect(changing.length).toBeGreaterThan(200)
  expect(await answersOf('past')).toEqual(refused('server:past', namesOf(changing)))
  expect(await changeable()).toBe(before)
})

test('a copy that waits for its confirmation refuses them too, but the confirmation itself', async () => {
  const changing = called.filter(({ endpoint }) => isRefusedInCopies(endpoint))
  expect(await answersOf('copy')).toEqual(refused('server:copy', namesOf(changing)))
  const confirm = (by = member.token) => as(by).call(pharmacies.confirmCopy, {})
  await makeCopies('past')
  await expect(confirm()).rejects.toMatchObject({ message: 'server:past' })
  await makeCopies('exercise')
  await expect(confirm()).rejects.toMatchObject({ message: 'requests:conflict' })
  await makeCopies('copy')
  await confirm()
})

test('in an exercise everything may be done but what reaches out of the server', async () => {
  const leaving = called.filter(({ endpoint }) => endpoint.leaves)
  expect(await answersOf('exercise')).toEqual(refused('server:exercise', namesOf(leaving)))
})
