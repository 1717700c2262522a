import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { signedTokens } from '#server/identity/read-token.ts'
import { signingKeys } from '#server/identity/signing-keys.ts'

const projectId = 'officine-bj'
const now = new Date('2026-03-02T10:00:00.000Z')
const [genuine, forger] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
const published = { keys: [{ ...(await exportJWK(genuine.publicKey)), kid: 'k1' }] }
const invalid = { message: 'auth:invalidToken' }
let directory: string
/** What the sign-in service answers; null: it cannot be reached. */
let answer: unknown
let asked: number
let clock: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'officine-keys-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  answer = published
  asked = 0
  clock = now.getTime()
})

/** A server that starts: it knows what is on its disk only. */
const aServer = (of: { directory: string | undefined } = { directory }) =>
  signedTokens(
    projectId,
    signingKeys({
      ...of,
      now: () => clock,
      fetchKeys: async () => {
        asked++
        if (answer === null) throw new TypeError('fetch failed')
        return answer
      },
    }),
  )
const sign = (key = genuine.privateKey, kid = 'k1') =>
  new SignJWT({ auth_time: now.getTime() / 1000 - 5 })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject('u1')
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setIssuedAt(now)
    .setExpirationTime(now.getTime() / 1000 + 3600)
    .sign(key)

test('a server that once had Internet verifies without it, also after a restart and days later', async () => {
  await aServer()(await sign(), now)
  answer = null
  clock += 10 * 86_400_000
  const restarted = aServer()
  expect(await restarted(await sign(), now)).toMatchObject({ uid: 'u1' })
  expect(await restarted(await sign(), now)).toMatchObject({ uid: 'u1' })
  expect(asked).toBe(2)
})

test('a forged token is refused as one, although the service cannot be reached: by its signature or by its key', async () => {
  await aServer()(await sign(), now)
  answer = null
  for (const forged of [await sign(forger.privateKey), await sign(forger.privateKey, 'k9')])
    await expect(aServer()(forged, now)).rejects.toMatchObject(invalid)
})

test('without any key nobody is signed out: the server says that it cannot know, and asks again', async () => {
  answer = null
  const read = aServer()
  await expect(read(await sign(), now)).rejects.toMatchObject({ message: 'auth:keysUnreachable' })
  answer = published
  clock += 30_000
  expect(await read(await sign(), now)).toMatchObject({ uid: 'u1' })
})

test('a new key is fetched when a token names it; made-up names cause one request in 30 s', async () => {
  const read = aServer()
  await read(await sign(), now)
  for (let n = 0; n < 20; n++)
    await expect(read(await sign(forger.privateKey, `x${n}`), now)).rejects.toMatchObject(invalid)
  expect(asked).toBe(1)
  const next = await generateKeyPair('RS256', { extractable: true })
  answer = { keys: [...published.keys, { ...(await exportJWK(next.publicKey)), kid: 'k2' }] }
  clock += 30_000
  expect(await read(await sign(next.privateKey, 'k2'), now)).toMatchObject({ uid: 'u1' })
})

test.each([['a portal’s page'], [{ keys: [] }], [{ keys: 'none' }], [null]])(
  'what is no set of keys (%j) takes nothing from those that are kept',
  async (nonsense) => {
    await aServer()(await sign(), now)
    answer = nonsense
    clock += 2 * 3_600_000
    const read = aServer()
    expect(await read(await sign(), now)).toMatchObject({ uid: 'u1' })
    expect(await aServer()(await sign(), now)).toMatchObject({ uid: 'u1' })
  },
)

test('a damaged file is as none; the keys are fetched and written anew', async () => {
  const file = join(directory, 'signing-keys.json')
  await writeFile(file, '{"set":{"keys":[{"kty":"RS')
  await aServer()(await sign(), now)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ set: { keys: [{ kid: 'k1' }] } })
})

test('without a directory the keys stay in memory', async () => {
  const read = aServer({ directory: undefined })
  await read(await sign(), now)
  answer = null
  expect(await read(await sign(), now)).toMatchObject({ uid: 'u1' })
})
