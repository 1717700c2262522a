/** Calling codes of one and of two digits; all others have three (ITU-T E.164). */
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** A phone as kept (`+2290196123456`) in the ways people type it: with its country, after a + or two zeros or alone, and without. A note that is no phone stays as it is. */
export function phoneCodes(phone: string | null): string[] {
  if (phone === null) return []
  const national = nationalNumber(phone)
  if (national === undefined) return [phone]
  const digits = phone.slice(1)
  return [phone, digits, `00${digits}`, ...localWays(digits, national)]
}

/** What somebody who types the number as it is dialled at home begins with. */
export function phoneText(phone: string | null): string | undefined {
  return phone === null ? undefined : nationalNumber(phone)
}

function localWays(digits: string, national: string): string[] {
  // Benin put 01 before every number at the end of 2024: many still say theirs without it.
  if (/^22901\d{8}$/.test(digits)) return [national, national.slice(2)]
  return national.startsWith('0') ? [national] : [national, `0${national}`]
}

function nationalNumber(phone: string): string | undefined {
  const digits = /^\+(\d{6,15})$/.exec(phone)?.[1]
  return digits?.slice(shortCodes.exec(digits)?.[0].length ?? 3)
}
