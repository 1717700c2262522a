import { keepsPolicy, type PasswordPolicy } from '#shared/domain/password-policy.ts'
import type { AccountIssue } from '#shared/session/account/use-account-form.ts'

/** What is wrong with a new password before it is sent. */
export function newPasswordIssue(
  policy: PasswordPolicy,
  { password, again }: { password: string; again: string },
): AccountIssue | null {
  if (password === '') return { field: 'password', text: 'Choisissez un mot de passe.' }
  if (!keepsPolicy(policy, password)) return { field: 'password', text: 'Suivez les règles ci-dessous.' }
  return password === again ? null : { field: 'again', text: 'Les deux mots de passe sont différents.' }
}
