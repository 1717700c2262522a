import { expect, test } from 'vitest'
import { givenBackByCanceling } from '#kiosk/sales/handed-back.ts'
import { movementsOfReversal } from '#shared/domain/register/movements.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'

const payments = [{ id: 'c', type: 'CASH', amount: 1000, tendered: 2000, stampDuty: 100 } as const]

test('a cancellation tells to hand back what the ledger takes out of the drawer, with the duty', () => {
  const { cash } = givenBackByCanceling({ payments })
  expect(cash).toBe(1100)
  expect(cash).toBe(0 - expectedCash(movementsOfReversal({ payments, rounding: 0 })))
})
