import { localPasswordPolicy, type PasswordPolicy } from '#shared/domain/password-policy.ts'
import { firebase } from '#shared/session/token.ts'

/**
 * The policy of the sign-in service. Our own where the service has none, does not enforce it, or does not answer:
 * nobody waits for a policy to choose a password.
 */
export async function readPasswordPolicy(): Promise<PasswordPolicy> {
  try {
    const { authOf, validatePassword } = await firebase()
    const { passwordPolicy } = await validatePassword(authOf('terminal'), '')
    if (passwordPolicy.enforcementState !== 'ENFORCE') return localPasswordPolicy
    const asked = passwordPolicy.customStrengthOptions
    return {
      minimum: asked.minPasswordLength ?? 1,
      maximum: asked.maxPasswordLength ?? null,
      lower: asked.containsLowercaseLetter ?? false,
      upper: asked.containsUppercaseLetter ?? false,
      digit: asked.containsNumericCharacter ?? false,
      other: asked.containsNonAlphanumericCharacter ?? false,
    }
  } catch {
    return localPasswordPolicy
  }
}
