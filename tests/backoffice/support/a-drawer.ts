import type { CashRegister, RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import type { Disbursement } from '#shared/contract/disbursements.ts'
import type { Movement } from '#shared/contract/movements.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { saleId } from './a-shop.ts'

const idOf = (kind: string, n: number) => `018f0000-0000-7000-8000-${kind}${String(n).padStart(12 - kind.length, '0')}`
export const registerId = (n: number) => idOf('e', n)

/** A register that Aurèle opened this morning; the others before it, one a day. */
export function aRegister(n: number, given: Partial<CashRegister> = {}): CashRegister {
  return {
    id: registerId(n),
    openedBy: aurele.id,
    openedByName: 'DOSSOU Aurèle',
    openedAt: `2026-11-${String(22 - n).padStart(2, '0')}T07:00:00.000Z`,
    float: 20_000,
    isFloatDeclared: true,
    heldBy: aurele.id,
    heldByName: 'DOSSOU Aurèle',
    state: 'OPEN',
    closedAt: null,
    closedByName: null,
    sales: 12,
    number: null,
    gap: null,
    firstGap: null,
    ...given,
  }
}

/** A closing of an even drawer of 54 300 with 14 300 of mobile money. */
export function aCount(number: number, given: Partial<RegisterCount> = {}): RegisterCount {
  return {
    id: idOf('4', number),
    number,
    kind: 'closing',
    byName: 'DOSSOU Aurèle',
    receivedByName: null,
    countedAt: '2026-11-21T10:00:00.000Z',
    recordedAt: '2026-11-21T10:00:30.000Z',
    comment: null,
    denominations: [
      { form: 'note', value: 10_000, count: 5 },
      { form: 'note', value: 500, count: 0 },
      { form: 'coin', value: 500, count: 8 },
      { form: 'coin', value: 100, count: 3 },
    ],
    differences: [
      { type: 'CASH', operator: null, counted: 54_300, expected: 54_300, gap: 0 },
      { type: 'MOBILE_MONEY', operator: 'MTN MoMo', counted: 14_300, expected: 14_300, gap: 0 },
    ],
    gap: 0,
    earlier: [],
    taking: null,
    isRecount: false,
    refusedTries: 0,
    totals: [
      { kind: 'float', type: 'CASH', operator: null, amount: 20_000, count: 1 },
      { kind: 'sale', type: 'CASH', operator: null, amount: 36_300, count: 9 },
      { kind: 'sale', type: 'MOBILE_MONEY', operator: 'MTN MoMo', amount: 14_300, count: 3 },
      { kind: 'disbursement', type: 'DISBURSEMENT', operator: null, amount: -2_000, count: 1 },
    ],
    awaits: [],
    unfinished: [],
    ...given,
  }
}

export function aReport(register: CashRegister, given: Partial<RegisterReport> = {}): RegisterReport {
  return {
    register,
    totals: aCount(1).totals,
    expected: [
      { type: 'CASH', operator: null, expected: 54_300 },
      { type: 'MOBILE_MONEY', operator: 'MTN MoMo', expected: 14_300 },
    ],
    counts: [],
    awaited: [],
    events: [],
    ...given,
  }
}

/** What sale number 100 + `n` brought in cash, one a second before 10:00 UTC. */
export function aLedgerLine(n: number, given: Partial<Movement> = {}): Movement {
  const occurredAt = new Date(Date.UTC(2026, 10, 21, 10) - (1000 - n) * 1000).toISOString()
  return {
    id: idOf('3', n),
    occurredAt,
    recordedAt: occurredAt,
    kind: 'sale',
    type: 'CASH',
    operator: null,
    amount: 1_300,
    userId: aurele.id,
    userName: 'DOSSOU Aurèle',
    registerId: registerId(1),
    saleId: saleId(n),
    saleNumber: 100 + n,
    clientId: null,
    clientName: null,
    note: null,
    ...given,
  }
}

/** Number `n`, paid to a messenger out of Aurèle's register. */
export function aDisbursement(n: number, given: Partial<Disbursement> = {}): Disbursement {
  return {
    id: idOf('6', n),
    number: n,
    registerId: registerId(1),
    reasonId: idOf('7', 1),
    reason: 'Coursier',
    amount: 2_000,
    beneficiary: 'Zémidjan',
    note: null,
    spentAt: `2026-11-21T0${n}:15:00.000Z`,
    userId: aurele.id,
    userName: 'DOSSOU Aurèle',
    ...given,
  }
}

export function aReason(n: number, given: Partial<DisbursementReason> = {}): DisbursementReason {
  return { id: idOf('7', n), label: `Motif ${n}`, archived: false, ...given }
}
