import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPin, recordPin } from '#server/identity/pin.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'

const keeping = { pinSecret: 'a secret of 32 characters or more', pinCost: cheapPins }

test('a PIN is kept as scrypt with N = 2^14 under a salt of its own, and checked', async () => {
  const { hash } = await recordPin({ pinSecret: 'a secret' }, 'one', '4417')
  const [scheme, cost, salt, key] = hash.split('$')
  expect([scheme, cost, Buffer.from(salt!, 'base64').length]).toEqual(['scrypt', '14', 16])
  expect(key).toBe(scryptSync('4417', Buffer.from(salt!, 'base64'), 32, { N: 16_384 }).toString('base64'))
  expect([await isPin('4417', hash), await isPin('4418', hash)]).toEqual([true, false])
})

test('a hash from before, which tells no cost, is still checked', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const hash = `scrypt$${salt.toString('base64')}$${scryptSync('4417', salt, 32).toString('base64')}`
  expect([await isPin('4417', hash), await isPin('4418', hash)]).toEqual([true, false])
})

test('equal PINs of one pharmacy have the same mac, and no other PIN, pharmacy or secret has it', async () => {
  const { mac } = await recordPin(keeping, 'one', '1234')
  expect((await recordPin(keeping, 'one', '1234')).mac).toBe(mac)
  const others = [
    await recordPin(keeping, 'two', '1234'),
    await recordPin(keeping, 'one', '1235'),
    await recordPin({ ...keeping, pinSecret: 'another secret' }, 'one', '1234'),
  ]
  expect(others.map((record) => record.mac)).not.toContain(mac)
})

test('equal PINs have different hashes, and each hash is of its PIN alone', async () => {
  const [one, two] = [await recordPin(keeping, 'one', '1234'), await recordPin(keeping, 'one', '1234')]
  expect(one.hash).not.toBe(two.hash)
  expect([await isPin('1234', one.hash), await isPin('1234', two.hash), await isPin('1235', one.hash)]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  '',
  'none',
  'scrypt$',
  'scrypt$$',
  'scrypt$c2FsdA==$',
  'scrypt$c2FsdA==$c2hvcnQ=',
  'scrypt$1$c2FsdA==$c2hvcnQ=',
])('a hash that cannot be one (« %s ») is no PIN’s', async (hash) => {
  expect(await isPin('1234', hash)).toBe(false)
})

test('a hash of another scheme is no PIN’s, whatever it holds', async () => {
  const { hash } = await recordPin(keeping, 'one', '1234')
  expect(await isPin('1234', hash.replace('scrypt', 'plain'))).toBe(false)
})
