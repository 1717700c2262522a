import { phonePlans } from '#shared/domain/phone-plans.ts'

/** A phone as kept (`+2290196123456`) in the ways people type it, in figures: with its country, and as it is dialled at home. A note that is no phone gives none. */
export function phoneTexts(phone: string | null): string[] {
  if (phone === null || !/^\+\d{6,15}$/.test(phone)) return []
  return [phone.slice(1), ...dialledAtHome(phone)]
}

function dialledAtHome(phone: string): string[] {
  const plan = Object.values(phonePlans).find(({ code }) => phone.startsWith(code, 1))
  if (!plan) return []
  const national = phone.slice(1 + plan.code.length)
  // Benin put 01 before every number at the end of 2024: many still say theirs without it.
  if (plan === phonePlans.BJ && /^01\d{8}$/.test(national)) return [national, national.slice(2)]
  return plan.withTrunk?.includes(national.length + 1) ? [`0${national}`, national] : [national]
}
