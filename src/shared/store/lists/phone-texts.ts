import { phonePlans } from '#shared/domain/phone-plans.ts'

/**
 * The digit sequences that users type for a stored phone number (`+2290196123456`): with the country code, and as
 * dialled nationally. Empty for a text that is not a phone number.
 */
export function phoneTexts(phone: string | null): string[] {
  if (phone === null || !/^\+\d{6,15}$/.test(phone)) return []
  return [phone.slice(1), ...dialledAtHome(phone)]
}

function dialledAtHome(phone: string): string[] {
  const plan = Object.values(phonePlans).find(({ code }) => phone.startsWith(code, 1))
  if (!plan) return []
  const national = phone.slice(1 + plan.code.length)
  // Benin prefixed all numbers with 01 at the end of 2024; many people still say theirs without it.
  if (plan === phonePlans.BJ && /^01\d{8}$/.test(national)) return [national, national.slice(2)]
  return plan.withTrunk?.includes(national.length + 1) ? [`0${national}`, national] : [national]
}
