import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export type PinRecord = { hash: string; mac: string }

/** How PINs are kept. `pinSecret`: of the server, never stored with the data. `pinCost`: log2 of scrypt's N; tests take a cheap one. */
export type PinKeeping = { pinSecret: string; pinCost?: number }

/** OWASP's figure for scrypt with r = 8: N = 2^14 takes 16 MB and about 50 ms. */
const defaultCost = 14

/**
 * What is kept of a PIN: a slow salted hash to check it, and an HMAC under the server's secret, equal for equal PINs of one pharmacy,
 * so that a PIN can be unique without being readable in the database.
 */
export async function recordPin(
  { pinSecret, pinCost = defaultCost }: PinKeeping,
  pharmacyId: string,
  pin: string,
): Promise<PinRecord> {
  const salt = randomBytes(16)
  const key = await slowHash(pin, salt, pinCost)
  const mac = createHmac('sha256', pinSecret).update(`${pharmacyId}:${pin}`).digest('base64')
  return { hash: ['scrypt', pinCost, salt.toString('base64'), key.toString('base64')].join('$'), mac }
}

/** Whether this is the PIN of a hash. The hash tells its own cost, so that the default may rise without anybody's PIN being lost. */
export async function isPin(pin: string, hash: string): Promise<boolean> {
  const [scheme, ...parts] = hash.split('$')
  // the first hashes told no cost
  const [cost, salt, key] = parts.length === 2 ? [String(defaultCost), ...parts] : parts
  if (scheme !== 'scrypt' || !cost || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const given = await slowHash(pin, Buffer.from(salt, 'base64'), Number(cost))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function slowHash(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((done, failed) =>
    scrypt(pin, salt, 32, { N: 2 ** cost }, (error, key) => (error ? failed(error) : done(key))),
  )
}
