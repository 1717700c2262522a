import { meansName, movementWords } from '#kiosk/register/register-words.ts'
import { pair, rule, text } from '#kiosk/counter/print/paper-lines.ts'
import type { CashRegister } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { addedUpByKind, type KindTotal } from '#shared/domain/register/totals.ts'
import { refusedTriesText } from '#shared/domain/register/refused-tries.ts'
import { namedWords } from '#shared/domain/register/named-words.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { currencySymbol, formatAmount, formatSigned, type Currency } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

/** A closing as the server recorded it, or as this terminal counted it, then still without a number. */
export type ClosedRegister = {
  register: Pick<CashRegister, 'id' | 'openedAt' | 'openedByName' | 'float'>
  count: Omit<RegisterCount, 'number' | 'totals' | 'kind' | 'receivedByName' | 'recordedAt'> & {
    number: number | null
    totals: readonly KindTotal[]
    /** The gaps of earlier counts of this register, which its expected amounts contain, in minor units. */
    found: number
  }
}

/** The report of a closing, 80 mm wide, with the same figures as the A4 report. */
export function closingPaper({ register, count }: ClosedRegister, pharmacy: string, currency: Currency): PaperLine[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  return [
    text(pharmacy, 'big', 'center'),
    text('FERMETURE DE CAISSE', 'bold', 'center'),
    text(closingNumber(count), 'bold', 'center'),
    rule,
    pair('Ouverte', formatMoment(register.openedAt)),
    text(`Par\u00a0: ${register.openedByName}`),
    pair('Comptée', formatMoment(count.countedAt)),
    text(`Par\u00a0: ${count.byName}`),
    ...addition(count, register.float, currency),
    ...named(
      'opération comptée avant d’être envoyée',
      'opérations comptées avant d’être envoyées',
      count.awaits,
      currency,
    ),
    ...named('opération laissée non terminée', 'opérations laissées non terminées', count.unfinished, currency),
    rule,
    ...count.denominations
      .filter((row) => row.count > 0)
      .map((row) =>
        pair(
          `${row.count} ${row.form === 'note' ? 'x billet' : 'x pièce'} ${amount(row.value)}`,
          amount(row.count * row.value),
        ),
      ),
    pair('Espèces comptées', amount(countedTotal(count.denominations)), 'bold'),
    rule,
    ...count.differences.flatMap((row) => [
      text(meansName(row), 'bold'),
      // Null for members who may not see the expected amounts. The server does not send them either.
      ...(row.expected === null ? [] : [pair('  Attendu', amount(row.expected))]),
      pair('  Compté', amount(row.counted)),
      ...(row.gap === null
        ? []
        : [pair('  Écart', formatSigned(row.gap, currency), row.gap === 0 ? 'normal' : 'bold')]),
    ]),
    ...(count.gap === null
      ? []
      : [rule, pair('ÉCART', `${formatSigned(count.gap, currency)}\u00a0${currencySymbol(currency)}`, 'big')]),
    ...earlierCounts(count, currency),
    ...(count.refusedTries > 0 ? [text(refusedTriesText(count.refusedTries))] : []),
    ...(count.comment ? [text(`Explication\u00a0: ${count.comment}`)] : []),
    rule,
    text('Signature'),
    text(' '),
    text(' '),
  ]
}

/** The first count, which is judged, and every later one with its reason; nothing when the drawer was counted once. */
function earlierCounts({ earlier, isRecount, gap }: ClosedRegister['count'], currency: Currency): PaperLine[] {
  const [first] = earlier
  if (!first || (!isRecount && first.gap === gap)) return []
  return [
    text('RECOMPTÉ', 'bold'),
    ...earlier.flatMap((count, place) => [
      pair(
        `${place === 0 ? '1er comptage' : `${place + 1}e comptage`}, ${formatMoment(count.countedAt)}`,
        formatAmount(countedTotal(count.denominations), currency),
      ),
      ...(count.gap === null
        ? []
        : [pair('  Écart', formatSigned(count.gap, currency), place === 0 ? 'bold' : 'normal')]),
      ...(count.reason ? [text(`  Motif\u00a0: ${count.reason}`)] : []),
    ]),
  ]
}

/** « n° 41 », or that the number will follow. */
export function closingNumber({ number }: { number: number | null }): string {
  return number === null ? 'n°\u00a0à l’envoi' : `n°\u00a0${number}`
}

/**
 * What is expected, added up: each line is what the next sum contains. Without the amounts of the drawer only the float,
 * which its holder typed.
 */
function addition(
  { totals, found, differences }: ClosedRegister['count'],
  float: number,
  currency: Currency,
): PaperLine[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  const isSeen = differences.every(({ expected }) => expected !== null)
  if (!isSeen) return [pair('Fond de caisse', amount(float))]
  const { kinds, neverCounted, rounding } = addedUpByKind(totals)
  const declared = kinds.find(({ kind }) => kind === 'float')?.amount ?? 0
  return [
    pair('Fond de caisse', amount(declared)),
    ...kinds
      .filter(({ kind, amount: moved }) => kind !== 'float' && moved !== 0)
      .map(({ kind, amount: moved, count }) =>
        pair(`${movementWords[kind]} (${formatAmount(count, { decimals: 0 })})`, amount(moved)),
      ),
    ...neverCounted.map(({ type, amount: moved }) =>
      pair(`  dont ${paymentLabels[type]}, hors caisse`, formatSigned(0 - moved, currency)),
    ),
    ...(found === 0 ? [] : [pair('Écart déjà compté', formatSigned(found, currency))]),
    pair('Attendu en tout', amount(differences.reduce((sum, row) => sum + (row.expected ?? 0), 0)), 'bold'),
    ...(rounding === 0 ? [] : [pair('Arrondi, hors caisse', formatSigned(rounding, currency))]),
  ]
}

function named(
  one: string,
  many: string,
  list: readonly { identifier: string; total: number }[],
  currency: Currency,
): PaperLine[] {
  if (list.length === 0) return []
  return [
    text(`${plural(list.length, one, many)}\u00a0:`),
    ...list.map(({ identifier, total }) =>
      total === 0
        ? text(`  ${namedWords(identifier)}`)
        : pair(`  ${namedWords(identifier)}`, formatAmount(total, currency)),
    ),
  ]
}
