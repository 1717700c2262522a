import { isShown } from '#kiosk/register/movements.tsx'
import { meansName, movementWords } from '#kiosk/register/register-words.ts'
import type { Evidence, LedgerLine } from '#shared/domain/register/causes/counted-day.ts'
import type { Cause } from '#shared/domain/register/explain-difference.ts'
import type { NamedSale, TillLedger } from '#shared/domain/register/till-ledger.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { formatAmount, formatMoney, type Currency } from '#shared/ui/money-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'

/**
 * The words of a likely cause, with the sale or the movement that it concerns. `explanation` is stored when the user
 * chooses « C’est ça ».
 */
export type CauseWords = {
  title: string
  detail: string
  sale: NamedSale | undefined
  movement: LedgerLine | undefined
  explanation: string
}

/** A cause as text. A negative `gap` means that money is missing. */
export function causeWords(
  { evidence, means }: Cause,
  { ledger, gap, currency }: { ledger: TillLedger; gap: number; currency: Currency },
): CauseWords {
  const [best] = evidence
  if (!best) throw new Error('a cause without evidence')
  const { title, detail } = wordsOf(best, { ledger, gap, currency, means: meansName(means) })
  const movement = ledger.movements.find(({ id }) => id === movementIdOf(best))
  const saleId = movement?.saleId ?? ('saleId' in best ? best.saleId : null)
  const sale = ledger.sales.find(({ id }) => id === saleId)
  const others = evidence.length > 1 ? `${plural(evidence.length - 1, 'autre possible', 'autres possibles')}.` : ''
  return {
    title,
    detail: [detail, others].filter(Boolean).join(' '),
    sale,
    movement: movement && isShown(movement) && !sale ? movement : undefined,
    explanation: `${title}\u00a0: ${detail}`,
  }
}

function movementIdOf(evidence: Evidence): string | null {
  if (evidence.kind === 'digits-swapped') return evidence.of.kind === 'movement' ? evidence.of.movementId : null
  return 'movementId' in evidence ? evidence.movementId : null
}

type World = { ledger: TillLedger; gap: number; currency: Currency; means: string }

function wordsOf(evidence: Evidence, { ledger, gap, currency, means }: World): { title: string; detail: string } {
  const amount = (minor: number) => formatAmount(minor, currency)
  const about = (movementId: string) => lineName(ledger, movementId)
  switch (evidence.kind) {
    case 'recorded-not-moved':
      return {
        title: gap < 0 ? 'Enregistré, mais pas encaissé' : 'Sortie notée, mais l’argent est resté en caisse',
        detail: `${about(evidence.movementId)}${evidence.twinId ? ', qui existe deux fois' : ''}.`,
      }
    case 'wrong-side':
      return {
        title: 'Une entrée et une sortie confondues',
        detail: `${about(evidence.movementId)}, dans l’autre sens.`,
      }
    case 'half-moved':
      return { title: 'Compté deux fois, payé une fois', detail: `${about(evidence.movementId)}.` }
    case 'wrong-note':
      return {
        title: 'Monnaie rendue sur un autre billet',
        detail: `${saleName(ledger, evidence.saleId) ?? 'Une vente'}\u00a0: ${amount(evidence.keyed)} saisis, sans doute ${amount(evidence.received)} reçus.`,
      }
    case 'wrong-means':
      return {
        title: 'Un autre moyen de paiement a été saisi',
        detail: `${about(evidence.movementId)}\u00a0: saisi «\u00a0${meansName(evidence.keyed)}\u00a0», payé «\u00a0${meansName(evidence.used)}\u00a0».`,
      }
    case 'refund-not-given':
      return { title: 'Un remboursement non rendu', detail: `${about(evidence.movementId)}.` }
    case 'missing-disbursement':
      return {
        title: 'Un décaissement non noté',
        detail:
          evidence.reason === null
            ? disbursedWords(ledger, gap)
            : `«\u00a0${evidence.reason}\u00a0»${evidence.timesSeen > 0 ? `, déjà payé ${plural(evidence.timesSeen, 'fois', 'fois')} à ce prix` : ''}.`,
      }
    case 'digits-swapped':
      return {
        title: 'Deux chiffres inversés',
        detail: `${typedWhere(evidence.of, ledger, amount)}\u00a0: ${amount(evidence.typed)} tapé au lieu de ${amount(evidence.meant)}.`,
      }
    case 'miscounted': {
      const off = Math.abs(evidence.counted - evidence.meant)
      const [one, many, counted] =
        evidence.form === 'note'
          ? (['billet', 'billets', 'compté'] as const)
          : (['pièce', 'pièces', 'comptée'] as const)
      return {
        title: `${plural(off, one, many)} de ${amount(evidence.value)} ${evidence.meant > evidence.counted ? `non ${pluralWord(off, counted)}` : `${pluralWord(off, counted)} en trop`}`,
        detail: `${means}\u00a0: ${amount(evidence.counted)} ${pluralWord(evidence.counted, counted)}${evidence.before === null ? '' : `, ${amount(evidence.before)} la dernière fois`}.`,
      }
    }
  }
}

/** Whether a disbursement of the missing amount is recorded already. */
function disbursedWords({ movements }: TillLedger, gap: number): string {
  const same = movements.find(({ kind, amount }) => kind === 'disbursement' && amount === gap)
  return same
    ? `Un décaissement de ce montant est noté à ${formatHour(same.at)}\u00a0: y en a-t-il eu un autre\u202f?`
    : 'Aucun décaissement de ce montant n’est noté.'
}

/** « Vente n° 412 à 13:07, 2 500 F CFA », or the name of a movement that is not a sale. */
function lineName(ledger: TillLedger, movementId: string): string {
  const line = ledger.movements.find(({ id }) => id === movementId)
  if (!line) return 'Une opération'
  if (line.saleId === null)
    return `${movementWords[line.kind]}${line.reason ? ` «\u00a0${line.reason}\u00a0»` : ''} à ${formatHour(line.at)}`
  const name = saleName(ledger, line.saleId)
  if (line.kind !== 'refund') return name ?? 'Une vente'
  // A sale of another drawer or day may be given back here.
  return name ? `Remboursement de la ${name.replace('Vente', 'vente')}` : `Remboursement à ${formatHour(line.at)}`
}

function saleName(ledger: TillLedger, saleId: string): string | null {
  const sale = ledger.sales.find(({ id }) => id === saleId)
  return sale
    ? `Vente ${saleNumber(sale)} à ${formatHour(sale.soldAt)}${sale.sellerName ? ` par ${sale.sellerName}` : ''}`
    : null
}

/** « n° 412 », or the identifier of the ticket until the server assigned a number. */
export function saleNumber({ number, identifier }: Pick<NamedSale, 'number' | 'identifier'>): string {
  return number === null ? (identifier ?? '') : `n°\u00a0${number}`
}

function typedWhere(
  of: Extract<Evidence, { kind: 'digits-swapped' }>['of'],
  ledger: TillLedger,
  amount: (minor: number) => string,
): string {
  switch (of.kind) {
    case 'count':
      return `${of.form === 'note' ? 'Billets' : 'Pièces'} de ${amount(of.value)}`
    case 'means':
      return meansName(of.means)
    case 'movement':
      return lineName(ledger, of.movementId)
  }
}

/** « Il manque 2 500 F CFA ». */
export function gapWords(gap: number, currency: Currency): string {
  if (gap === 0) return 'Le compte est bon'
  return gap < 0 ? `Il manque ${formatMoney(-gap, currency)}` : `Il y a ${formatMoney(gap, currency)} de trop`
}
