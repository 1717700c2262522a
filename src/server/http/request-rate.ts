import { AppError } from '#shared/domain/errors.ts'

/** A token may make `burst` requests at once, and `perSecond` in the long run. */
export type RequestRate = { burst: number; perSecond: number }

/** A till that loads 52,000 products makes 30 requests, one that sends a week offline a few hundred. */
export const usualRate: RequestRate = { burst: 2_000, perSecond: 100 }

const mostTokens = 10_000

/**
 * Counts the requests of each token in this process (token bucket). Returns a function that counts one, and throws
 * `requests:tooMany` with the seconds to wait. Clients try again later, as after a 503.
 */
export function limitRate({ burst, perSecond }: RequestRate): (token: string, now: Date) => void {
  const buckets = new Map<string, { left: number; at: number }>()
  return (token, now) => {
    const at = now.getTime()
    const bucket = buckets.get(token) ?? { left: burst, at }
    // The clock may have been set back.
    const refilled = (Math.max(0, at - bucket.at) / 1000) * perSecond
    const left = Math.min(burst, bucket.left + refilled) - 1
    if (left < 0) throw new AppError('requests:tooMany', { retryAfterSeconds: Math.ceil(-left / perSecond) })
    // Tokens change every hour. Forgetting all at once gives each a full bucket, which harms nobody.
    if (buckets.size >= mostTokens && !buckets.has(token)) buckets.clear()
    buckets.set(token, { left, at })
  }
}
