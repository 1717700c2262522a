import iconv from 'iconv-lite'
import type { ColumnProfile, LedgerLine } from '#shared/domain/accounting/column-profiles.ts'
import { fieldsOf } from '#shared/domain/accounting/ledger-file.ts'
import { utcMidnight } from '#shared/domain/dates.ts'
import { xlsxOf, type XlsxCell } from '#server/base/xlsx.ts'

/** The byte of each character of Windows-1252. iconv-lite, not TextDecoder: releases of Node read it as Latin-1. */
const bytes = new Map(
  Array.from(
    iconv.decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      'windows-1252',
    ),
    (mark, byte) => [mark, byte],
  ),
)

/**
 * A text for programs that read Windows-1252; marks that it lacks lose their accent, or are « ? ». As many bytes as the
 * text has units, because columns of fixed width were filled by them.
 */
export function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from({ length: text.length }, (_, at) => {
      const mark = text.charAt(at)
      return bytes.get(mark) ?? bytes.get(mark.normalize('NFD').slice(0, 1)) ?? 63
    }),
  )
}

/** The ledger as an Excel file, with days and amounts as such. */
export function ledgerXlsx(
  lines: readonly LedgerLine[],
  { profile, decimals }: { profile: ColumnProfile; decimals: number },
): Promise<Buffer> {
  const amountFormat = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  async function* pages() {
    for (let from = 0; from < lines.length; from += 2000)
      yield lines.slice(from, from + 2000).map((line) => {
        const texts = fieldsOf(line, { profile, decimals })
        return profile.columns.map(({ field }, place): XlsxCell => {
          if (field === 'day') return utcMidnight(line.day)
          if (field === 'debit' || field === 'credit') return line[field] === 0 ? null : line[field] / 10 ** decimals
          return texts[place]!
        })
      })
  }
  const columns = profile.columns.map(({ title, field }) => ({
    title,
    width: field === 'label' || field === 'accountName' || field === 'thirdName' ? 40 : 14,
    ...(field === 'debit' || field === 'credit' ? { format: amountFormat } : {}),
  }))
  return xlsxOf({ name: 'Écritures', columns, pages: pages() }, new AbortController().signal)
}
