import { expect, test } from 'vitest'
import { isShown } from '#kiosk/register/movements.tsx'
import { givenBackByCanceling } from '#kiosk/sales/handed-back.ts'
import { movementsOfReversal, movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'

const payments = [{ id: 'c', type: 'CASH', amount: 1000, tendered: 2000, stampDuty: 100 } as const]

test('a cancellation tells to hand back what the ledger takes out of the drawer, with the duty', () => {
  const { cash } = givenBackByCanceling({ payments })
  expect(cash).toBe(1100)
  expect(cash).toBe(0 - expectedCash(movementsOfReversal({ payments, rounding: 0 })))
})

test('the duties of sales are no movement beside the sales: on a blind drawer they would tell the cash sales', () => {
  const lines = movementsOfSale({ payments, rounding: 2 })
  expect(lines.map(({ kind }) => kind)).toEqual(['sale', 'rounding', 'stamp-duty'])
  expect(lines.filter(isShown)).toEqual([])
})
