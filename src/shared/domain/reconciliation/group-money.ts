import { daysBetween } from '#shared/domain/dates.ts'
import type { MoneyWindow } from '#shared/domain/reconciliation/match-money.ts'
import { stateWord } from '#shared/domain/reconciliation/payment-state.ts'

/** Accounts of the chart (SYSCOHADA) that take what a bank or an operator keeps. */
export const feeAccounts = ['6315', '6317', '6318'] as const
export type FeeAccount = (typeof feeAccounts)[number]

/** The accounts of the chart (SYSCOHADA) by their names. */
export const feeAccountWords: Readonly<Record<FeeAccount, string>> = {
  '6315': '6315 Commissions sur cartes',
  '6317': '6317 Frais de monnaie électronique',
  '6318': '6318 Autres frais bancaires',
}

/** Where the commission on movements of these types is booked: cards, mobile money, anything else. */
export function feeAccountOf(types: readonly string[]): FeeAccount {
  if (types.length > 0 && types.every((type) => type === 'CREDIT_CARD')) return '6315'
  return types.length > 0 && types.every((type) => type === 'MOBILE_MONEY') ? '6317' : '6318'
}

/** What a member taught: lines with these words answer movements of these types. */
export type GroupRule = { words: string; types: readonly string[]; account: FeeAccount }

/** The words by which the lines of one kind are known again, without numbers and dates: « remise tpe ». */
export function labelWords(label: string | null): string {
  return stateWord(label ?? '')
    .split(' ')
    .filter((word) => word.length > 1 && !/\d/.test(word))
    .slice(0, 3)
    .join(' ')
}

/** The rules with a new one, which replaces that for the same words. A line without words teaches nothing. */
export function withRule(rules: readonly GroupRule[], rule: GroupRule): GroupRule[] {
  return rule.words === '' ? [...rules] : [...rules.filter(({ words }) => words !== rule.words), rule]
}

/** Of a sum, in percent: a bank keeps less. */
const mostCommission = 5
/** Of a sum, in percent: what a member may book as kept; more is another mistake. */
const mostBooked = 20

/** Whether a bank may have kept so much of this sum. */
export function isCommission(commission: number, recorded: number): boolean {
  return commission >= 0 && commission * 100 <= recorded * mostBooked
}

type Line = { day: string; label: string | null; amount: number }
type Recorded = { id: string; day: string; type: string; amount: number }
export type ProposedGroup = { ids: string[]; recorded: number; commission: number; account: FeeAccount }

/**
 * The movements that a line of a known kind answers: all of the rule's types of one day, or of some days on end, whose
 * sum is the amount and a commission of some percent. The fewest days first, then the smallest commission. Null: the line
 * is of no known kind, or nothing fits.
 */
export function proposedGroup(
  line: Line,
  records: readonly Recorded[],
  rules: readonly GroupRule[],
  window: MoneyWindow,
): ProposedGroup | null {
  const words = labelWords(line.label)
  const rule = words === '' ? undefined : rules.find((each) => each.words === words)
  if (!rule || line.amount <= 0) return null
  const days = byDay(
    records.filter(({ type, amount, day }) => {
      const apart = daysBetween(day, line.day)
      return rule.types.includes(type) && amount > 0 && apart <= window.after && apart >= -window.before
    }),
  )
  let best: (ProposedGroup & { days: number }) | null = null
  for (let from = 0; from < days.length; from++) {
    let recorded = 0
    for (let to = from; to < days.length; to++) {
      recorded += days[to]!.reduce((sum, { amount }) => sum + amount, 0)
      const commission = recorded - line.amount
      const span = to - from + 1
      if (commission < 0 || commission * 100 > recorded * mostCommission) continue
      if (best && (span > best.days || (span === best.days && commission >= best.commission))) continue
      const ids = days.slice(from, to + 1).flatMap((day) => day.map(({ id }) => id))
      best = { ids, recorded, commission, account: rule.account, days: span }
    }
  }
  if (!best) return null
  const { days: _, ...group } = best
  return group
}

/** In the order of the days. */
function byDay(records: readonly Recorded[]): Recorded[][] {
  const days = new Map<string, Recorded[]>()
  for (const record of records) days.set(record.day, [...(days.get(record.day) ?? []), record])
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of)
}
