const units = ['octets', 'ko', 'Mo', 'Go', 'To'] as const

/** Bytes in the decimal unit that shows one to three digits before the comma: « 1,2 Go ». */
export function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${value.toLocaleString('fr-FR', { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })}\u00a0${units[step]}`
}
