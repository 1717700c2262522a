import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { trivialPins } from '#shared/domain/trivial-pin.ts'

export type PinRecord = { hash: string; mac: string }

/**
 * How PINs are stored. `pinSecret`: belongs to the server, never stored with the data. `pinCost`: log2 of scrypt's N;
 * tests use a low one.
 */
export type PinKeeping = { pinSecret: string; pinCost?: number }

/** OWASP recommends N = 2^14 for scrypt with r = 8: 16 MB and about 50 ms. */
const defaultCost = 14

/**
 * The stored form of a PIN: a slow salted hash to check it, and an HMAC under the server's secret, equal for equal PINs
 * of one pharmacy, so that PINs can be unique without being readable in the database.
 */
export async function recordPin(
  { pinSecret, pinCost = defaultCost }: PinKeeping,
  pharmacyId: string,
  pin: string,
): Promise<PinRecord> {
  const salt = randomBytes(16)
  const key = await slowHash(pin, salt, pinCost)
  return {
    hash: ['scrypt', pinCost, salt.toString('base64'), key.toString('base64')].join('$'),
    mac: macOf(pinSecret, pharmacyId, pin),
  }
}

/** The HMACs by which stored PINs that are easy to guess are known. */
export function trivialMacs({ pinSecret }: PinKeeping, pharmacyId: string): string[] {
  return trivialPins.map((pin) => macOf(pinSecret, pharmacyId, pin))
}

function macOf(pinSecret: string, pharmacyId: string, pin: string): string {
  return createHmac('sha256', pinSecret).update(`${pharmacyId}:${pin}`).digest('base64')
}

/** Whether the PIN matches the hash. The hash contains its own cost, so a higher default keeps existing PINs valid. */
export async function isPin(pin: string, hash: string): Promise<boolean> {
  const [scheme, ...parts] = hash.split('$')
  // the first hashes contained no cost
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
