import { NoAnswer } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'

/** Answers that are no decision about what was sent: the server is busy or broken, or asks to come again. */
const undecided = new Set([408, 425, 429])

/** Did our server judge what was sent? A portal or a proxy that answers 4xx without a message of ours did not. */
export function isDecision(error: AppError): boolean {
  const { status = 500, message } = error
  return (
    status >= 400 &&
    status < 500 &&
    status !== 401 &&
    !undecided.has(status) &&
    message !== 'requests:invalidResponseStatus'
  )
}

/** What says nothing of whether it was carried out: no answer, or one that a machine in between made (a portal, a proxy whose server is gone). */
export function isSilence(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof AppError && error.message === 'requests:invalidResponseStatus')
}

/** The token is no longer, or not yet, known. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof AppError && error.status === 401
}
