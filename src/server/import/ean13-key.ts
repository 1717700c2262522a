/** Whether the last of 13 digits is the GS1 check digit of the first twelve. */
export function hasEan13Key(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false
  // with a correct check digit, the weighted sum of all thirteen is a multiple of ten
  return Array.from(code, Number).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}
