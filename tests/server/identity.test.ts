import https from 'node:https'
import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  createLocalJWKSet,
  importJWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { users } from '#shared/contract/users.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { emulatorTokens, signedTokens } from '#server/identity/read-token.ts'
import { idOf, openAdmin, testProject, tokenOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, app, database, openShop } = await testApp()
const shop = await openShop('identity')
const other = await openShop('elsewhere')
const everyUser = (token: string | undefined) => as(token).call(users.all, {})
const invalid = { message: 'auth:invalidToken', status: 401 }
const { id: pharmacyId, vendeur } = shop

test('without a token, or with another scheme, nobody is known', async () => {
  await expect(everyUser(undefined)).rejects.toMatchObject({ message: 'auth:missingToken', status: 401 })
  const reply = await app.inject({ url: '/api/users/all', headers: { authorization: `Basic ${vendeur.token}` } })
  expect([reply.statusCode, reply.json()]).toEqual([401, { message: 'auth:missingToken' }])
})

test.each([
  ['garbage', 'garbage'],
  ['three parts of nothing', 'a.b.c'],
  [
    'expired',
    tokenOf({ sub: vendeur.id, pharmacyId, pin: vendeur.sessionId }, { now: new Date(Date.now() - 7_200_000) }),
  ],
  [
    'signed in in the future',
    tokenOf({ sub: vendeur.id, pharmacyId, pin: vendeur.sessionId }, { now: new Date(Date.now() + 7_200_000) }),
  ],
  [
    'of another project',
    new UnsecuredJWT({ sub: vendeur.id, pharmacyId, pin: vendeur.sessionId, auth_time: 1 })
      .setExpirationTime('1h')
      .setIssuer('https://securetoken.google.com/demo-other')
      .setAudience('demo-other')
      .encode(),
  ],
  [
    'without an end',
    new UnsecuredJWT({ sub: vendeur.id, pharmacyId, pin: vendeur.sessionId, auth_time: 1 })
      .setIssuer(`https://securetoken.google.com/${testProject}`)
      .setAudience(testProject)
      .encode(),
  ],
  ['with an unlock that never was', tokenOf({ sub: vendeur.id, pharmacyId, pin: idOf('no unlock') })],
  ['with the unlock of a colleague', tokenOf({ sub: vendeur.id, pharmacyId, pin: shop.titulaire.sessionId })],
  ['with another pharmacy than one’s own', tokenOf({ sub: vendeur.id, pharmacyId: other.id, pin: vendeur.sessionId })],
  ['of a till that claims another pharmacy', tokenOf({ sub: shop.terminal.id, pharmacyId: other.id })],
  ['of a till that claims none, as an admin would', tokenOf({ sub: shop.terminal.id })],
  ['with digits for a pin', tokenOf({ sub: vendeur.id, pharmacyId, pin: '1234' })],
])('a token %s is refused', async (_, token) => {
  await expect(everyUser(token)).rejects.toMatchObject(invalid)
})

test('roles in a token are hints: rights are those of the database', async () => {
  const now = Math.floor(Date.now() / 1000)
  const boasting = new UnsecuredJWT({
    sub: vendeur.id,
    pharmacyId,
    pin: vendeur.sessionId,
    roles: ['titulaire', 'admin'],
    auth_time: now,
  })
    .setExpirationTime('1h')
    .setIssuer(`https://securetoken.google.com/${testProject}`)
    .setAudience(testProject)
    .encode()
  await expect(as(boasting).call(users.remove, { params: { id: shop.stocks.id } })).rejects.toMatchObject({
    message: 'auth:forbidden',
    status: 403,
  })
})

test('the admin has no pharmacy: what belongs to one is forbidden', async () => {
  await expect(everyUser(await openAdmin(database))).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })
})

test('the service account signs the tokens of unlocks by itself, without asking Google', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const serviceAccount = {
    projectId: 'officine-bj',
    clientEmail: 'officine@officine-bj.iam.gserviceaccount.com',
    privateKey: await exportPKCS8(privateKey),
  }
  // firebase-admin reads the emulator of the other tests from the environment
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined)
  const fetched = vi.spyOn(https, 'request')
  onTestFinished(() => void [vi.unstubAllEnvs(), fetched.mockRestore()])
  const identity = openIdentity({
    database,
    projectId: 'officine-bj',
    emulatorHost: undefined,
    serviceAccount,
    pinSecret: 'the secret of the tests, 32 characters',
  })
  const claims = { pharmacyId, pin: vendeur.sessionId, roles: ['vendeur'], domainId: idOf('domain') }
  const { payload } = await jwtVerify(await identity.customToken(vendeur.id, claims), publicKey)
  expect(payload).toMatchObject({ iss: serviceAccount.clientEmail, uid: vendeur.id, claims })
  expect(fetched).not.toHaveBeenCalled()
})

test('unsigned tokens are for demo projects only', () => {
  expect(() => emulatorTokens('officine-bj')).toThrow('demo-')
})

test('a real project takes what Google signed, and nothing else', async () => {
  const projectId = 'officine-bj'
  const keys = await generateKeyPair('RS256')
  const strangers = await generateKeyPair('RS256')
  const jwks = createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' }] })
  const read = signedTokens(projectId, jwks)
  const now = new Date()
  const sign = (privateKey: CryptoKey, kid = 'k1') =>
    new SignJWT({ pharmacyId, auth_time: Math.floor(now.getTime() / 1000) - 5 })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setSubject('u1')
      .setIssuer(`https://securetoken.google.com/${projectId}`)
      .setAudience(projectId)
      .setExpirationTime('1h')
      .sign(privateKey)
  expect(await read(await sign(keys.privateKey), now)).toMatchObject({ uid: 'u1', pharmacyId })
  await expect(read(await sign(strangers.privateKey), now)).rejects.toMatchObject({ message: 'auth:invalidToken' })
  await expect(read(await sign(keys.privateKey, 'unknown'), now)).rejects.toMatchObject({
    message: 'auth:invalidToken',
  })
  await expect(read(await sign(keys.privateKey), new Date(now.getTime() + 2 * 3_600_000))).rejects.toMatchObject({
    message: 'auth:invalidToken',
  })
  const unsigned = new UnsecuredJWT({ pharmacyId, auth_time: 1 })
    .setSubject('u1')
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setExpirationTime('1h')
    .encode()
  await expect(read(unsigned, now)).rejects.toMatchObject({ message: 'auth:invalidToken' })
})

test('a real project takes its own tokens, signed with RS256, and no others', async () => {
  const projectId = 'officine-bj'
  const keys = await generateKeyPair('RS256', { extractable: true })
  // A published key need not say what it is for: RSA keys sign by several algorithms.
  const read = signedTokens(
    projectId,
    createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1' }] }),
  )
  const key = { RS256: keys.privateKey, PS256: await importJWK(await exportJWK(keys.privateKey), 'PS256') }
  const endsAt = Math.floor(Date.now() / 1000) + 3600
  const sign = ({
    alg = 'RS256',
    issuer = projectId,
    audience = projectId,
  }: {
    alg?: 'RS256' | 'PS256'
    issuer?: string
    audience?: string
  }) =>
    new SignJWT({ auth_time: Math.floor(Date.now() / 1000) - 5 })
      .setProtectedHeader({ alg, kid: 'k1' })
      .setSubject('u1')
      .setIssuer(`https://securetoken.google.com/${issuer}`)
      .setAudience(audience)
      .setExpirationTime(endsAt)
      .sign(key[alg])
  expect(await read(await sign({}), new Date())).toMatchObject({ uid: 'u1', expiresAt: new Date(endsAt * 1000) })
  for (const wrong of [{ alg: 'PS256' }, { issuer: 'officine-tg' }, { audience: 'officine-tg' }] as const)
    await expect(read(await sign(wrong), new Date())).rejects.toMatchObject({ message: 'auth:invalidToken' })
})
