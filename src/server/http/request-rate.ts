import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/domain/errors.ts'

/** Most requests within `withinMs`. `perToken`: with one token, or of one address without any. `perAddress`: of one address. */
export type RequestRate = { perToken: number; perAddress: number; withinMs: number }

/**
 * A till that loads 52,000 products makes 30 requests, one that sends a week offline a few hundred. Several shops may
 * stand behind one address of their telephone company.
 */
export const usualRate: RequestRate = { perToken: 6_000, perAddress: 30_000, withinMs: 60_000 }

/** Counted at once; the one that called longest ago is forgotten first. */
const mostCounted = 10_000

/**
 * Returns a function that counts a request in this process. It throws `requests:tooMany` with the seconds to wait;
 * clients try again later, as after a 503.
 */
export async function limitRate(
  app: FastifyInstance,
  { perToken, perAddress, withinMs }: RequestRate,
): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { global: false, cache: mostCounted })
  const options = { timeWindow: withinMs, cache: mostCounted }
  const countByToken = app.createRateLimit({
    ...options,
    max: perToken,
    keyGenerator: (request) => request.headers.authorization ?? request.ip,
  })
  const countByAddress = app.createRateLimit({ ...options, max: perAddress, keyGenerator: ({ ip }) => ip })
  return async (request) => {
    for (const count of [countByAddress, countByToken]) {
      const counted = await count(request)
      if (counted.isAllowed || !counted.isExceeded) continue
      // A clock that was set back would make the time to wait longer than the time that is counted.
      if (counted.ttl > withinMs) continue
      throw new AppError('requests:tooMany', { retryAfterSeconds: Math.max(1, counted.ttlInSeconds) })
    }
  }
}
