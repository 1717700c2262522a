import { errors, jwtVerify, UnsecuredJWT, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { Id } from '#shared/contract/values.ts'
import { AppError } from '#shared/domain/errors.ts'

/** The content of a valid token: its bearer, and the claimed pharmacy and unlock. */
export type IdentityToken = {
  uid: string
  /** The address of an account with an e-mail, as the sign-in service knows it. */
  email: string | undefined
  pharmacyId: string | undefined
  pin: string | undefined
  /** When the account was signed in: a refreshed token keeps it, and nobody but the sign-in service can write it. */
  signedInAt: Date
  expiresAt: Date
}
/** Throws `auth:invalidToken` for a token that is forged, expired or of another project. */
export type ReadToken = (token: string, now: Date) => Promise<IdentityToken>

/** Tolerance for the clock difference between two machines. */
const toleranceSeconds = 30

const Payload = z.object({
  sub: z.string().min(1).max(128),
  exp: z.number(),
  auth_time: z.number(),
  pharmacyId: Id.optional(),
  pin: Id.optional(),
  /** The pharmacy of this sign-in, where an account opens several (`EntryClaims`). */
  enters: Id.optional(),
  email: z.string().optional(),
})

/** Reads tokens of a real sign-in project, signed by Google (RS256). */
export function signedTokens(projectId: string, keys: JWTVerifyGetKey): ReadToken {
  return async (token, now) => {
    const options = { ...expectations(projectId, now), algorithms: ['RS256'] }
    return identityOf(await refusingBad(async () => (await jwtVerify(token, keys, options)).payload), now)
  }
}

/**
 * Reads tokens of the Auth emulator. They are unsigned and easy to forge. Throws at once for a project that is not a
 * demo.
 */
export function emulatorTokens(projectId: string): ReadToken {
  if (!projectId.startsWith('demo-')) throw new Error(`unsigned tokens are for demo- projects, never for ${projectId}`)
  return async (token, now) =>
    identityOf(await refusingBad(() => UnsecuredJWT.decode(token, expectations(projectId, now)).payload), now)
}

function expectations(projectId: string, now: Date) {
  return {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: now,
    clockTolerance: toleranceSeconds,
    requiredClaims: ['exp', 'sub', 'auth_time'],
  }
}

/** An invalid token is refused. Missing keys are no fault of the token and must not sign a till out. */
async function refusingBad(read: () => JWTPayload | Promise<JWTPayload>): Promise<JWTPayload> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw new AppError('auth:invalidToken')
  }
}

function identityOf(payload: JWTPayload, now: Date): IdentityToken {
  const read = Payload.safeParse(payload)
  if (!read.success || read.data.auth_time > now.getTime() / 1000 + toleranceSeconds)
    throw new AppError('auth:invalidToken')
  const { sub, email, enters, pharmacyId, pin, exp, auth_time } = read.data
  const [signedInAt, expiresAt] = [new Date(auth_time * 1000), new Date(exp * 1000)]
  return { uid: sub, email, pharmacyId: enters ?? pharmacyId, pin, signedInAt, expiresAt }
}
