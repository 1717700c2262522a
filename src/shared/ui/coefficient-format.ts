const thousandths = 1000

/** « 1,32 » for 1320 thousandths. */
export function formatCoefficient(coefficient: number): string {
  return String(coefficient / thousandths).replace('.', ',')
}

/** Parses a typed coefficient into thousandths: « 1,32 »; null when blank, NaN when invalid or finer than a thousandth. */
export function readCoefficient(text: string): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (typed === '') return null
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{0,3}))?$/.exec(typed) ?? []
  return whole === undefined ? Number.NaN : Number(whole + decimals.padEnd(3, '0'))
}
