import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export type PinRecord = { hash: string; mac: string }

/**
 * What is kept of a PIN: a slow salted hash to check it, and an HMAC under the server's secret, equal for equal PINs of one pharmacy,
 * so that a PIN can be unique without being readable in the database.
 */
export async function recordPin(secret: string, pharmacyId: string, pin: string): Promise<PinRecord> {
  const salt = randomBytes(16)
  const key = await slowHash(pin, salt)
  return {
    hash: `scrypt$${salt.toString('base64')}$${key.toString('base64')}`,
    mac: createHmac('sha256', secret).update(`${pharmacyId}:${pin}`).digest('base64'),
  }
}

export async function isPin(pin: string, hash: string): Promise<boolean> {
  const [scheme, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const given = await slowHash(pin, Buffer.from(salt, 'base64'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function slowHash(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((done, failed) => scrypt(pin, salt, 32, (error, key) => (error ? failed(error) : done(key))))
}
