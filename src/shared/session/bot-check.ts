import type { Auth } from '#shared/session/firebase.ts'
import { firebase } from '#shared/session/token.ts'

/**
 * Runs a request to the sign-in service. When the service asks for a bot check first (`auth/missing-recaptcha-token`),
 * loads the check and sends the request once more.
 */
export async function withBotCheck<T>(auth: Auth, request: (auth: Auth) => Promise<T>): Promise<T> {
  try {
    return await request(auth)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'auth/missing-recaptcha-token')) throw error
    const { initializeRecaptchaConfig } = await firebase()
    await initializeRecaptchaConfig(auth)
    return request(auth)
  }
}
