import { NoAnswer } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'

/** Statuses 4xx that do not judge the content: the server is busy or asks for a retry. */
const undecided = new Set([408, 425, 429])

/**
 * Whether our server judged the content. A captive portal or a proxy that answers 4xx without one of our messages did
 * not.
 */
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

/** The error does not tell whether the request was carried out: no answer, or an answer from a portal or proxy. */
export function isSilence(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof AppError && error.message === 'requests:invalidResponseStatus')
}

/** The token has expired, or the server does not know it yet. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof AppError && error.status === 401
}

/** The server asks this terminal to send less. */
export function isSlowedDown(error: unknown): boolean {
  return error instanceof AppError && error.status === 429
}
