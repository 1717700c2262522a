/** What a password must have (specification §5). Lengths in characters; `maximum` null: none. */
export type PasswordPolicy = {
  minimum: number
  maximum: number | null
  lower: boolean
  upper: boolean
  digit: boolean
  /** A character that is neither letter nor digit. */
  other: boolean
}

/** The rules of a server that has none to tell, or cannot be asked. */
export const localPasswordPolicy: PasswordPolicy = {
  minimum: 8,
  maximum: null,
  lower: false,
  upper: false,
  digit: false,
  other: false,
}

export type PasswordRule = keyof PasswordPolicy

/** Each rule of the policy, and whether the password keeps it, in the order in which they are told. */
export function passwordRules(policy: PasswordPolicy, password: string): { rule: PasswordRule; isKept: boolean }[] {
  const length = Array.from(password).length
  const kept: Record<PasswordRule, boolean> = {
    minimum: length >= policy.minimum,
    maximum: policy.maximum === null || length <= policy.maximum,
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
    other: /[^\p{L}\p{N}]/u.test(password),
  }
  const rules = ['minimum', 'maximum', 'lower', 'upper', 'digit', 'other'] as const
  return rules
    .filter((rule) => policy[rule] !== false && policy[rule] !== null)
    .map((rule) => ({ rule, isKept: kept[rule] }))
}

/** Whether a password keeps every rule of the policy. */
export function keepsPolicy(policy: PasswordPolicy, password: string): boolean {
  return passwordRules(policy, password).every(({ isKept }) => isKept)
}
