import { movementTypes, paymentLabels, type MovementType } from '#shared/domain/payment.ts'
import { movementKinds, type MovementKind } from '#shared/domain/register/movements.ts'

export type BookLine = { kind: MovementKind; type: MovementType; operator: string | null; amount: number }
/** What somebody pays of a sale that is not cash: of which type, how much, and through which operator. */
type Paid = readonly [type: MovementType, amount: number, operator?: string]
/** A row of a table: a name, then figures. */
export type Row = [name: string, ...figures: number[]]

/** The back-office's words for why money moved. */
const kindWords: Record<MovementKind, string> = {
  sale: 'Vente',
  rounding: 'Arrondi',
  'stamp-duty': 'Timbre',
  float: 'Fond de caisse',
  disbursement: 'Décaissement',
  'cash-in': 'Entrée',
  deposit: 'Remise en banque',
  collection: 'Encaissement',
  refund: 'Remboursement',
}
/** What is counted beside the drawer. */
const counted: readonly MovementType[] = ['CHEQUE', 'CREDIT_CARD', 'MOBILE_MONEY', 'TRANSFER']
/** The smallest coin, in francs. */
const coin = 5

/** The day of a register as who keeps it writes it down: from what is typed and what the counter's screen asks for. Nobody else is asked. */
export class DayBook {
  readonly lines: BookLine[] = []
  /** What a count was off by: it is not looked for again. */
  private found = 0

  note(kind: MovementKind, type: MovementType, amount: number, operator: string | null = null): void {
    this.lines.push({ kind, type, operator, amount })
  }

  /** A sale of so many francs, of which others pay some and coins the rest. Answers its cash. */
  sells(total: number, others: readonly Paid[] = []): number {
    const rest = total - others.reduce((sum, [, amount]) => sum + amount, 0)
    const cash = coin * Math.round(rest / coin)
    for (const [type, amount, operator] of [...others, ['CASH', cash] as const])
      this.note('sale', type, amount, operator)
    if (rest !== cash) this.note('rounding', 'CASH', rest - cash)
    return cash
  }

  /** A sale of cash alone is taken back. */
  cancels(total: number): void {
    const cash = coin * Math.round(total / coin)
    this.note('refund', 'CASH', -cash)
    if (total !== cash) this.note('rounding', 'CASH', cash - total)
  }

  isOff(gap: number): void {
    this.found += gap
  }

  /** What lies in the drawer. */
  get drawer(): number {
    return (
      sumOf(
        this.lines.filter(({ kind, type }) => kind !== 'rounding' && (type === 'CASH' || type === 'DISBURSEMENT')),
      ) + this.found
    )
  }

  /** « Attendu et compté », where only the drawer is off: expected, counted, gap. */
  comparedWith(cash: number): Row[] {
    const others = counted.flatMap((type) => byMeans(this.lines.filter((line) => line.type === type)))
    return [
      ['Espèces', this.drawer, cash, cash - this.drawer],
      ...others.map(([name, , amount]): Row => [name, amount!, amount!, 0]),
    ]
  }
}

/** « Mouvements par nature »: each kind with its number and its sum, and below it each of its means. */
export function byKind(lines: readonly BookLine[]): Row[] {
  return movementKinds.flatMap((kind): Row[] => {
    const those = lines.filter((line) => line.kind === kind)
    return those.length === 0
      ? []
      : [
          [kindWords[kind], those.length, sumOf(those)],
          ...movementTypes.flatMap((type) => byMeans(those.filter((line) => line.type === type))),
        ]
  })
}

/** Each operator of lines of one type, with their number and sum. */
function byMeans(lines: readonly BookLine[]): Row[] {
  const operators = [...new Set(lines.map(({ operator }) => operator))].toSorted((one, other) =>
    (one ?? '').localeCompare(other ?? '', 'fr'),
  )
  return operators.map((operator) => {
    const those = lines.filter((line) => line.operator === operator)
    return [[paymentLabels[those[0]!.type], operator].filter(Boolean).join(' '), those.length, sumOf(those)]
  })
}

function sumOf(lines: readonly BookLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
