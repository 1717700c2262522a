import type { ColumnField, ColumnProfile, LedgerLine } from '#shared/domain/accounting/column-profiles.ts'
import { inertText } from '#shared/domain/inert-text.ts'

type Shape = { profile: ColumnProfile; /** Of the currency. */ decimals: number }

/** The fields of a line, as the file has them, without the padding of fixed widths. */
export function fieldsOf(line: LedgerLine, shape: Shape): string[] {
  return shape.profile.columns.map(({ field, most, width }) => {
    const written = typeof field === 'object' ? field.constant : fieldText(line, field, shape)
    const text = shape.profile.isSheet ? inertText(written) : written
    // A separator or an end of line inside a text would be another field; a quotation mark begins one that runs on.
    const plainText = text
      .replaceAll(/\p{Cc}/gu, ' ')
      .replaceAll(shape.profile.separator ?? '\n', ' ')
      .replaceAll('"', "'")
    return plainText.slice(0, most ?? width)
  })
}

/** The whole text of a file; `{name}` in its head is the pharmacy. */
export function fileText(lines: readonly LedgerLine[], { profile, decimals, name }: Shape & { name: string }): string {
  const { columns, separator, eol, head, hasTitles } = profile
  const joined = (fields: readonly string[]) =>
    separator === null
      ? fields
          .map((field, place) => {
            const { width = 0, align } = columns[place]!
            return align === 'end' ? field.padStart(width) : field.padEnd(width)
          })
          .join('')
      : fields.join(separator)
  return [
    ...head.map((line) => line.replace('{name}', name)),
    ...(hasTitles ? [joined(columns.map(({ title }) => title))] : []),
    ...lines.map((line) => joined(fieldsOf(line, { profile, decimals }))),
  ]
    .map((line) => line + eol)
    .join('')
}

function fieldText(line: LedgerLine, field: ColumnField, shape: Shape): string {
  switch (field) {
    case 'day':
    case 'validatedOn':
      return dayText(line[field], shape.profile.dates)
    case 'debit':
    case 'credit':
      return line[field] === 0 && shape.profile.leavesZeroOut ? '' : amountText(line[field], shape)
    case 'amount':
      return amountText(line.debit + line.credit, shape)
    case 'side':
      return line.debit > 0 ? 'D' : 'C'
    case 'thirdKind':
      return line.third === '' ? '' : 'X'
    case 'entry':
    case 'journal':
    case 'journalName':
    case 'account':
    case 'accountName':
    case 'third':
    case 'thirdName':
    case 'piece':
    case 'label':
    case 'currency':
      return line[field]
  }
}

function dayText(day: string, form: ColumnProfile['dates']): string {
  const [year, month, date] = day.split('-') as [string, string, string]
  switch (form) {
    case 'YYYYMMDD':
      return year + month + date
    case 'DD/MM/YYYY':
      return `${date}/${month}/${year}`
    case 'DDMMYY':
      return date + month + year.slice(2)
  }
}

function amountText(amount: number, { profile, decimals }: Shape): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).padEnd(profile.decimals ?? 0, '0')
  return fraction === '' ? whole : `${whole}${profile.decimalMark}${fraction}`
}
