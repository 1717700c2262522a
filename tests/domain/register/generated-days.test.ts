import { expect, test } from 'vitest'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { sum } from '#shared/domain/money.ts'
import { differences } from '#shared/domain/register/closing.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { countedTypes, expectedByMeans, expectedCash } from '#shared/domain/register/totals.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { drawerWith, keyedDay, ledgerOf } from '#tests/support/generated-day.ts'

const days = Array.from({ length: 25 }, (_, n) => {
  const random = seededRandom('law', String(n))
  const keyed = keyedDay(random)
  return { random, keyed, movements: ledgerOf(keyed) }
})

test('registers, movements and sales agree on every generated day', () => {
  for (const {
    keyed: { sales, gestures },
    movements,
  } of days) {
    const standing = sales.filter(({ isCanceled }) => !isCanceled)
    const sold = movements.filter(({ saleId }) => saleId !== null)
    expect(sum(sold.map(({ amount }) => amount))).toBe(
      sum(standing.flatMap(({ records }) => (records as { price: number; quantity: number }[]).map(lineTotal))),
    )
    const took = (type: string) =>
      sum(
        standing.flatMap(({ payments }) =>
          payments.filter((payment) => payment.type === type).map(({ amount }) => amount),
        ),
      )
    for (const type of countedTypes.slice(1))
      expect(
        sum(
          expectedByMeans(movements)
            .filter((row) => row.type === type)
            .map(({ expected }) => expected),
        ),
      ).toBe(took(type))
    const byHand = sum(
      gestures.map(({ gesture: { kind, amount } }) =>
        kind === 'disbursement' || kind === 'deposit' ? -amount : amount,
      ),
    )
    expect(expectedCash(movements)).toBe(took('CASH') + byHand)
  }
})

test('a canceled sale leaves nothing behind in its register', () => {
  const canceled = days.flatMap(({ keyed, movements }) =>
    keyed.sales.filter(({ isCanceled }) => isCanceled).map(({ id }) => movements.filter(({ saleId }) => saleId === id)),
  )
  expect(canceled.length).toBeGreaterThan(0)
  for (const lines of canceled) {
    expect(expectedByMeans(lines).every(({ expected }) => expected === 0)).toBe(true)
    expect(sum(lines.map(({ amount }) => amount))).toBe(0)
  }
})

test('a drawer that is counted as it was keyed differs nowhere', () => {
  for (const { random, movements } of days) {
    const denominations = drawerWith(random, expectedCash(movements))
    expect(countedTotal(denominations)).toBe(expectedCash(movements))
    const others = expectedByMeans(movements)
      .slice(1)
      .map(({ type, operator, expected }) => ({ type, operator, counted: expected }))
    expect(differences(movements, { denominations, others }).filter(({ gap }) => gap !== 0)).toEqual([])
  }
})
