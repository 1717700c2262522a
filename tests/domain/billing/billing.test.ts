import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateMoney, allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import { billPeriods, lastPeriod, periodOf } from '#shared/domain/billing/bill-period.ts'
import { billsToPay } from '#shared/domain/billing/bills-to-pay.ts'
import { acceptedUntil, deadlineOf, urgentDays } from '#shared/domain/billing/foreclosure.ts'
import { billStateOf } from '#shared/domain/billing/bill-state.ts'
import { type OwedSum, owedAfter, receivableOf, saleAges } from '#shared/domain/billing/receivables.ts'
import { billSplits, splitBills } from '#shared/domain/billing/split-bills.ts'
import { voucherFaults, voucherNeeds } from '#shared/domain/billing/voucher-faults.ts'
import { addDays } from '#shared/domain/dates.ts'

describe('the period that a bill is for', () => {
  test('is a week from Monday, half a month, or a month', () => {
    expect(periodOf('2026-11-27', 'week')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
    expect(periodOf('2026-11-15', 'fortnight')).toEqual({ from: '2026-11-01', to: '2026-11-15' })
    expect(periodOf('2026-02-16', 'fortnight')).toEqual({ from: '2026-02-16', to: '2026-02-28' })
    expect(periodOf('2028-02-16', 'month')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(lastPeriod('2026-11-27', 'month')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(lastPeriod('2026-11-27', 'fortnight')).toEqual({ from: '2026-11-01', to: '2026-11-15' })
  })

  test('holds its day, and the periods follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...billPeriods), (days, period) => {
        const day = addDays('2026-01-01', days)
        const { from, to } = periodOf(day, period)
        expect(from <= day && day <= to).toBe(true)
        expect(lastPeriod(day, period).to).toBe(addDays(from, -1))
      }),
    )
  })
})

const aVoucher = fc.record({
  amount: fc.integer({ min: 1, max: 5000 }),
  contract: fc.constantFrom('Base', 'Plus', null),
  employer: fc.constantFrom('SBEE', null),
  beneficiary: fc.constantFrom('AHO Sika', 'DOSSOU Afi'),
})

test('money that the list does not know yet pays the first bills; each says what pays it and those before', () => {
  const bills = [400, 300, 200].map((left) => ({ left }))
  expect(billsToPay(bills, 0).map(({ left, upTo }) => [left, upTo])).toEqual([
    [400, 400],
    [300, 700],
    [200, 900],
  ])
  expect(billsToPay(bills, 500).map(({ left, upTo }) => [left, upTo])).toEqual([
    [200, 200],
    [200, 400],
  ])
  fc.assert(
    fc.property(fc.array(fc.record({ left: fc.integer({ min: 0, max: 50 }) })), fc.nat(200), (all, paid) => {
      const owed = all.reduce((sum, { left }) => sum + left, 0)
      expect(billsToPay(all, paid).at(-1)?.upTo ?? 0).toBe(Math.max(0, owed - paid))
    }),
  )
})

const anOwedSum = fc.record<OwedSum>({
  sold: fc.constantFrom(...saleAges),
  due: fc.constantFrom(null, 'notDue', ...saleAges),
  amount: fc.integer({ min: 1, max: 500 }),
})

describe('what a payer owes', () => {
  test('is covered by money for no bill: first what no bill holds, the oldest sales first', () => {
    const sums: OwedSum[] = [
      { sold: 'upTo30', due: null, amount: 100 },
      { sold: 'over90', due: null, amount: 100 },
      { sold: 'over90', due: 'notDue', amount: 100 },
    ]
    expect(receivableOf(owedAfter(sums, 150))).toMatchObject({
      left: 100,
      unbilled: 50,
      owed: 150,
      sold: { upTo30: 50, over90: 100 },
    })
    expect(receivableOf(owedAfter(sums, 230))).toMatchObject({ notDue: 70, unbilled: 0, owed: 70 })
  })

  test('is its bills and what no bill holds; each way of ageing adds up to it', () => {
    fc.assert(
      fc.property(fc.array(anOwedSum), fc.nat(3000), (sums, collected) => {
        const all = sums.reduce((sum, { amount }) => sum + amount, 0)
        const of = receivableOf(owedAfter(sums, collected))
        expect(of.owed).toBe(Math.max(0, all - collected))
        expect(of.left + of.unbilled).toBe(of.owed)
        expect(of.notDue + of.upTo30 + of.upTo60 + of.upTo90 + of.over90).toBe(of.left)
        expect(Object.values(of.sold).reduce((sum, amount) => sum + amount, 0)).toBe(of.owed)
      }),
    )
  })
})

test('several sums of money go to what is open, the oldest to the oldest, and never more than there is', () => {
  const [first, second] = [{ rest: 300 }, { rest: 400 }]
  const [old, recent] = [{ left: 500 }, { left: 100 }]
  expect(allocateMoney([first, second], [old, recent])).toEqual([
    { money: first, line: old, amount: 300 },
    { money: second, line: old, amount: 200 },
    { money: second, line: recent, amount: 100 },
  ])
  fc.assert(
    fc.property(
      fc.array(fc.record({ rest: fc.nat(300) })),
      fc.array(fc.record({ left: fc.nat(300) })),
      (money, lines) => {
        const shares = allocateMoney(money, lines)
        const sumOf = (of: readonly { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
        const [given, open] = [money.map(({ rest }) => rest), lines.map(({ left }) => left)].map((all) =>
          all.reduce((sum, one) => sum + one, 0),
        )
        expect(sumOf(shares)).toBe(Math.min(given!, open!))
        for (const one of money)
          expect(sumOf(shares.filter((share) => share.money === one))).toBeLessThanOrEqual(one.rest)
        for (const one of lines)
          expect(sumOf(shares.filter((share) => share.line === one))).toBeLessThanOrEqual(one.left)
      },
    ),
  )
})

describe('the last day of a voucher', () => {
  test('is so many days after its sale; two weeks before, it is urgent, the day after, it is lost', () => {
    expect(acceptedUntil('2026-03-02', 60)).toBe('2026-05-01')
    expect(acceptedUntil('2026-03-02', null)).toBeNull()
    expect(
      ['2026-04-16', '2026-04-17', '2026-05-01', '2026-05-02'].map((day) => deadlineOf('2026-05-01', day)),
    ).toEqual([null, 'soon', 'soon', 'lost'])
    expect(deadlineOf(null, '2026-05-01')).toBeNull()
  })

  test('is never lost before it was urgent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1100), (delay, days) => {
        const day = addDays('2026-01-01', days)
        const until = acceptedUntil('2026-01-01', delay)
        if (deadlineOf(until, day) === 'lost') expect(deadlineOf(until, addDays(day, -urgentDays))).not.toBeNull()
        expect(deadlineOf(until, day) === 'lost').toBe(days > delay)
      }),
    )
  })
})

describe('the bills of a payer', () => {
  const voucher = (amount: number, rest: object = {}) => ({
    amount,
    contract: null,
    employer: null,
    beneficiary: null,
    ...rest,
  })

  test('are cut at the most lines and the most amount', () => {
    const vouchers = [voucher(400), voucher(400), voucher(300), voucher(1500), voucher(100)]
    const amounts = (rule: object) =>
      splitBills(vouchers, { split: 'payer', mostLines: null, mostAmount: null, ...rule }).map(({ vouchers: part }) =>
        part.map(({ amount }) => amount),
      )
    expect(amounts({})).toEqual([[400, 400, 300, 1500, 100]])
    expect(amounts({ mostLines: 2 })).toEqual([[400, 400], [300, 1500], [100]])
    expect(amounts({ mostAmount: 1000 })).toEqual([[400, 400], [300], [1500], [100]])
  })

  test('are one of each employer', () => {
    const bills = splitBills([voucher(1, { employer: 'A' }), voucher(2), voucher(3, { employer: 'A' })], {
      split: 'employer',
      mostLines: null,
      mostAmount: null,
    })
    expect(bills.map(({ label, vouchers }) => [label, vouchers.length])).toEqual([
      ['A', 2],
      [null, 1],
    ])
  })

  test('hold every voucher once, within their limits', () => {
    fc.assert(
      fc.property(
        fc.array(aVoucher, { maxLength: 40 }),
        fc.record({
          split: fc.constantFrom(...billSplits),
          mostLines: fc.option(fc.integer({ min: 1, max: 10 })),
          mostAmount: fc.option(fc.integer({ min: 1, max: 8000 })),
        }),
        (vouchers, rule) => {
          const bills = splitBills(vouchers, rule)
          expect(new Set(bills.flatMap((bill) => bill.vouchers))).toEqual(new Set(vouchers))
          expect(bills.flatMap((bill) => bill.vouchers)).toHaveLength(vouchers.length)
          for (const { label, vouchers: part } of bills) {
            if (rule.split !== 'payer') expect(part.every((one) => one[rule.split as 'contract'] === label)).toBe(true)
            if (rule.mostLines !== null) expect(part.length).toBeLessThanOrEqual(rule.mostLines)
            const sum = part.reduce((all, { amount }) => all + amount, 0)
            if (rule.mostAmount !== null && part.length > 1) expect(sum).toBeLessThanOrEqual(rule.mostAmount)
          }
        },
      ),
    )
  })
})

describe('a voucher', () => {
  const complete = {
    isInsured: true,
    hasPaper: true,
    voucher: 'B 12',
    insuredNumber: '771',
    beneficiary: 'AHO Sika',
    prescriber: 'Dr KOUTON',
    photos: 1,
    overCeiling: false,
  }

  test('is judged by what its payer asks for', () => {
    expect(voucherFaults(complete, voucherNeeds, false)).toEqual([])
    const bare = { ...complete, voucher: null, prescriber: '', photos: 0 }
    expect(voucherFaults(bare, ['number'], false)).toEqual(['number'])
    expect(voucherFaults(bare, voucherNeeds, false)).toEqual(['number', 'prescriber', 'photo'])
    expect(voucherFaults({ ...bare, overCeiling: true }, [], true)).toEqual(['ceiling', 'foreclosed'])
    expect(voucherFaults({ ...bare, hasPaper: false }, ['number'], false)).toEqual([])
  })

  test('of a client’s credit needs no papers', () => {
    expect(voucherFaults({ ...complete, isInsured: false, voucher: null, photos: 0 }, voucherNeeds, false)).toEqual([])
  })
})

describe('a payment', () => {
  test('goes to the oldest lines first, the last one in part', () => {
    const [first, second, third] = [{ left: 500 }, { left: 0 }, { left: 700 }]
    expect(allocatePayment([first, second, third], 800)).toEqual({
      shares: [
        { line: first, amount: 500 },
        { line: third, amount: 300 },
      ],
      left: 0,
    })
    expect(allocatePayment([first], 800).left).toBe(300)
  })

  test('is spread to the last franc, and no line gets more than it awaits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ left: fc.integer({ min: 0, max: 9000 }) })),
        fc.integer({ min: 0, max: 100_000 }),
        (lines, amount) => {
          const { shares, left } = allocatePayment(lines, amount)
          expect(shares.reduce((sum, share) => sum + share.amount, 0) + left).toBe(amount)
          for (const share of shares) expect(share.amount).toBeLessThanOrEqual(share.line.left)
          if (left > 0) expect(shares.reduce((sum, { line }) => sum + line.left, 0)).toBe(amount - left)
        },
      ),
    )
  })
})

test('the state of a bill follows from what became of its lines', () => {
  const bill = { isCanceled: false, isSent: false, paid: 0, charged: 0, writtenOff: 0, left: 900 }
  expect(billStateOf(bill)).toBe('open')
  expect(billStateOf({ ...bill, isSent: true })).toBe('sent')
  expect(billStateOf({ ...bill, paid: 100 })).toBe('partly-paid')
  expect(billStateOf({ ...bill, writtenOff: 900, left: 0 })).toBe('closed')
  expect(billStateOf({ ...bill, isCanceled: true, left: 0 })).toBe('canceled')
})
