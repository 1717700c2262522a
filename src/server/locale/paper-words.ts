import type { PaperHead } from '#server/locale/paper-head.repo.ts'

/** Who sends a paper, with what the law asks of it. */
export function paperSender(pharmacy: PaperHead): string[] {
  const { name, address, city, phone, tradeRegister } = pharmacy
  return written(name, address, city, phone, tradeRegister && `RCCM ${tradeRegister}`, taxLine(pharmacy))
}

export function taxLine({ taxId }: { taxId: string | null }): string | null {
  return taxId && `IFU ${taxId}`
}

/** The lines that are known. */
export function written(...lines: (string | null)[]): string[] {
  return lines.flatMap((line) => line || [])
}

/** « 31/03/2026 » */
export function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
