import { copyMark } from '#shared/domain/backup/copy-kind.ts'
import { firmNumbers, taxLine } from '#shared/domain/countries/country-facts.ts'
import type { PaperHead } from '#server/locale/paper-head.repo.ts'

/** Who sends a paper, with what the law asks of it; a copy says first that it is one. */
export function paperSender(pharmacy: PaperHead): string[] {
  const { name, address, city, phone, tradeRegister, taxId, countryCode, copyKind } = pharmacy
  const register = tradeRegister && `${firmNumbers(countryCode).tradeRegister} ${tradeRegister}`
  return written(copyKind && copyMark(copyKind), name, address, city, phone, register, taxLine(taxId, countryCode))
}

/** The lines that are known. */
export function written(...lines: (string | null)[]): string[] {
  return lines.flatMap((line) => line || [])
}

/** « 31/03/2026 » */
export function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
