import { phonePlans } from '#shared/domain/phone.ts'

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
  // Many people still say a number without the prefix that it got some years ago.
  const prefix = plan.former?.renewed?.prefix
  if (prefix && national.startsWith(prefix) && national.length === prefix.length + plan.former!.length)
    return [national, national.slice(prefix.length)]
  return plan.withTrunk?.includes(national.length + 1) ? [`0${national}`, national] : [national]
}
