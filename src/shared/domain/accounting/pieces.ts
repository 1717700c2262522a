import type { AccountKey, AccountRole } from '#shared/domain/accounting/chart.ts'
import type { Fact, FactContent, GroupSum, MeansSum } from '#shared/domain/accounting/facts.ts'
import { sum } from '#shared/domain/money.ts'

/** The journals, in the order in which they are shown. */
export const journals = {
  VT: 'Ventes',
  AC: 'Achats',
  CA: 'Caisse',
  BQ: 'Banque',
  MM: 'Monnaie électronique',
  OD: 'Opérations diverses',
  ST: 'Variations de stock',
} as const
export type JournalCode = keyof typeof journals
export const journalCodes = Object.keys(journals) as JournalCode[]

/** A line of a piece: a debit or a credit of one account, in minor units, above 0; the other one is 0. */
export type Line = { account: AccountKey; third: string | null; debit: number; credit: number }
/** What is booked for one fact. Law: the debits are the credits. */
export type Piece = {
  key: string
  day: string
  journal: JournalCode
  number: string
  label: string
  lines: Line[]
}

/** Above 0 a debit, below 0 a credit. */
type Posting = readonly [account: AccountKey, amount: number, third?: string | null]
type Booking = readonly [journal: JournalCode, number: string, label: string, postings: readonly Posting[]]

/**
 * The piece of a fact; null for a fact that moves nothing. Law: it is balanced. What the amounts of a fact leave open
 * stands in « à expliquer » (`unexplained`); facts that add up leave nothing open.
 */
export function pieceOf({ key, day, content }: Fact): Piece | null {
  const [journal, number, label, postings] = bookingOf(content)
  const open = sum(postings.map(([, amount]) => amount))
  const lines = linesOf([...postings, ['unexplained', 0 - open]])
  return lines.length === 0 ? null : { key, day, journal, number, label, lines }
}

function bookingOf(fact: FactContent): Booking {
  switch (fact.kind) {
    case 'sale':
      return ['VT', `V${fact.number}`, `Vente ${fact.number}`, postingsOfSale(fact)]
    case 'undone-sale':
      return ['VT', `V${fact.number}`, `Annulation de la vente ${fact.number}`, negated(postingsOfSale(fact))]
    case 'return': {
      const label = `Avoir ${fact.number} sur la vente ${fact.saleNumber}`
      return ['VT', `A${fact.number}`, label, negated(goodsForMoney(fact.groups, fact.refunds, fact.rounding))]
    }
    case 'collection': {
      const into = means(fact.type, fact.amount, fact.operator)
      return [journalOf(fact.type), '', 'Règlement d’un client', [into, ['clients', -fact.amount, fact.third]]]
    }
    case 'deposit':
      return ['CA', '', 'Versement en banque', moved('transfers', 'cash', fact.amount)]
    case 'banked':
      return ['BQ', '', 'Versement d’espèces', moved('bank', 'transfers', fact.amount)]
    case 'disbursement': {
      const { number, amount, supplier, payer, reasonId } = fact
      const paid: Posting = supplier
        ? ['suppliers', amount, supplier]
        : payer
          ? owing(payer, amount)
          : [`reason.${reasonId}`, amount]
      return ['CA', `D${number}`, `Décaissement ${number}`, [paid, ['cash', -amount]]]
    }
    case 'gap': {
      const postings = fact.gaps.flatMap(({ type, operator, gap }) => [means(type, gap, operator), result(-gap)])
      return ['OD', `C${fact.number}`, `Écart du comptage ${fact.number}`, postings]
    }
    case 'bill-payment':
    case 'bill-return': {
      const isBack = fact.kind === 'bill-return'
      const amount = isBack ? -fact.amount : fact.amount
      const label = isBack ? `Règlement ${fact.number} rendu` : `Règlement ${fact.number}`
      return [journalOf(fact.means), `R${fact.number}`, label, [means(fact.means, amount, null), owing(fact, -amount)]]
    }
    case 'write-off':
      return ['OD', noteOf(fact.number), 'Créance abandonnée', [['bad-debts', fact.amount], owing(fact, -fact.amount)]]
    case 'charge': {
      const postings: Posting[] = [['clients', fact.amount, fact.client], owing(fact, -fact.amount)]
      return ['OD', noteOf(fact.number), 'Rejet à la charge du patient', postings]
    }
    case 'delivery': {
      const { number, note, net, vat, aib = 0, third } = fact
      const postings: Posting[] = [
        ['purchases', net],
        ['purchase-vat', vat],
        ['aib-suffered', aib],
        ['goods-not-invoiced', -net - vat - aib, third],
      ]
      return ['AC', `L${number}`, `Livraison ${number}, BL ${note}`, postings]
    }
    case 'statement': {
      const { number, reference, third, total } = fact
      return ['AC', `F${number}`, `Relevé ${reference}`, moved('goods-not-invoiced', 'suppliers', total, third)]
    }
    case 'claim-credit':
      return [
        'AC',
        fact.number,
        'Avoir sur réclamation',
        moved('suppliers', 'goods-not-invoiced', fact.amount, fact.third),
      ]
    case 'supplier-return': {
      const postings: Posting[] = [
        ['credits-awaited', fact.amount, fact.third],
        ['purchases', -fact.amount],
      ]
      return ['AC', `B${fact.number}`, `Retour fournisseur ${fact.number}`, postings]
    }
    case 'return-credit': {
      const owed = fact.isApart ? 'suppliers' : 'goods-not-invoiced'
      return ['AC', fact.number, 'Avoir sur retour', moved(owed, 'credits-awaited', fact.amount, fact.third)]
    }
    case 'given-up': {
      const postings: Posting[] = [result(fact.amount), ['credits-awaited', -fact.amount, fact.third]]
      return ['OD', `B${fact.number}`, `Avoir abandonné du retour ${fact.number}`, postings]
    }
    case 'supplier-payment': {
      const postings: Posting[] = [['suppliers', fact.amount, fact.third], means(fact.means, -fact.amount, null)]
      return [journalOf(fact.means), `P${fact.number}`, `Paiement fournisseur ${fact.number}`, postings]
    }
    case 'stock':
      return ['ST', '', 'Variation du stock au prix d’achat', moved('stock', 'stock-variation', fact.change)]
    case 'fee': {
      const isBank = fact.statement === 'bank'
      const from: Posting = isBank ? ['bank', -fact.amount] : ['mobile-money', -fact.amount, fact.third]
      return [isBank ? 'BQ' : 'MM', '', 'Frais et commissions', [[`fees.${fact.account}`, fact.amount], from]]
    }
  }
}

function postingsOfSale(fact: Extract<FactContent, { kind: 'sale' | 'undone-sale' }>): Posting[] {
  return [
    ...goodsForMoney(fact.groups, fact.payments, fact.rounding),
    ['aib', -fact.levied],
    ['cash', fact.stampDuty],
    ['stamp-duty', -fact.stampDuty],
  ]
}

/**
 * What means pay, for goods by tax group. The discount is a means of its own (7019), so that sales stand before it; the
 * tax is that of the amount after it. The rounding is a loss where the total is above what was paid.
 */
function goodsForMoney(groups: readonly GroupSum[], payments: readonly MeansSum[], rounding: number): Posting[] {
  return [
    ...payments.map(({ type, amount, third }) => means(type, amount, third)),
    result(rounding),
    ...groups.flatMap(({ group, gross, tax }): Posting[] =>
      group === null
        ? [['sales', -gross]]
        : [
            [`sales.${group}`, tax - gross],
            [`vat.${group}`, -tax],
          ],
    ),
  ]
}

/** Where the money of a means is, with whose it is. Unknown means stand in « à expliquer ». */
function means(type: string, amount: number, third: string | null): Posting {
  switch (type) {
    case 'CASH':
    case 'DISBURSEMENT':
      return ['cash', amount]
    case 'MOBILE_MONEY':
      return ['mobile-money', amount, third]
    case 'CREDIT_CARD':
      return ['cards', amount]
    case 'CHEQUE':
      return ['cheques', amount]
    case 'TRANSFER':
      return ['bank', amount]
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
      return ['insurers', amount, third]
    case 'CREDIT':
    case 'CREDIT_ORG':
      return ['clients', amount, third]
    case 'DISCOUNT':
      return ['discounts', amount]
    default:
      return ['unexplained', amount]
  }
}

function journalOf(type: string): JournalCode {
  return type === 'CASH' ? 'CA' : type === 'MOBILE_MONEY' ? 'MM' : 'BQ'
}

function owing({ third, isInsurer }: { third: string | null; isInsurer: boolean }, amount: number): Posting {
  return [isInsurer ? 'insurers' : 'clients', amount, third]
}

/** Above 0 a loss, below 0 a gain. */
function result(amount: number): Posting {
  return [amount > 0 ? 'loss' : 'gain', amount]
}

function moved(to: AccountRole, from: AccountRole, amount: number, third: string | null = null): Posting[] {
  return [
    [to, amount, third],
    [from, -amount, third],
  ]
}

function noteOf(number: number | null): string {
  return number === null ? '' : `N${number}`
}

function negated(postings: readonly Posting[]): Posting[] {
  return postings.map(([account, amount, third]) => [
    // The rounding of what is undone is the opposite result.
    account === 'gain' ? 'loss' : account === 'loss' ? 'gain' : account,
    -amount,
    third,
  ])
}

/** One line for each account and third, without lines of 0. */
function linesOf(postings: readonly Posting[]): Line[] {
  const sums = new Map<string, { account: AccountKey; third: string | null; amount: number }>()
  for (const [account, amount, third = null] of postings) {
    const name = JSON.stringify([account, third])
    sums.set(name, { account, third, amount: (sums.get(name)?.amount ?? 0) + amount })
  }
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0)
    .map(({ account, third, amount }) => ({ account, third, debit: Math.max(0, amount), credit: Math.max(0, -amount) }))
}

type Told = { day: string; label: string }

/** The same piece the other way round, on a day of its own. */
export function reversalOf<Side extends { debit: number; credit: number }, Kept extends Told & { lines: Side[] }>(
  piece: Kept & { lines: Side[] },
  { day, exportNumber }: { day: string; exportNumber: number },
): Omit<Kept, 'lines'> & { lines: Side[] } {
  return {
    ...piece,
    day,
    label: `Extourne de l’export ${exportNumber} : ${piece.label} du ${frenchDay(piece.day)}`,
    lines: piece.lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit })),
  }
}

/** A piece of a closed month that came after its export: booked on `day`, with its own day in its text. */
export function latePiece<Kept extends Told>(piece: Kept, day: string): Kept {
  return { ...piece, day, label: `${piece.label} du ${frenchDay(piece.day)}, après clôture` }
}

function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
