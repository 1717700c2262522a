import { expect, test } from 'vitest'
import { bestOffer, netPriceOf, rhythmOf } from '#shared/domain/purchasing/best-offer.ts'
import { awaitedOf, orderStateOf, undeliveredOf } from '#shared/domain/purchasing/order-state.ts'

const offer = {
  supplierId: 'a',
  price: 1_000,
  paid: 10,
  free: 0,
  on: '2026-10-01',
  availability: 'available' as const,
}

test('free boxes make a box cheaper', () => {
  expect([netPriceOf(offer), netPriceOf({ ...offer, free: 1 })]).toEqual([1_000, 10_000 / 11])
  expect(netPriceOf({ ...offer, paid: 0 })).toBe(1_000)
})

test('the cheapest offer wins; of equal ones the newest', () => {
  const free = { ...offer, supplierId: 'b', free: 2 }
  const newer = { ...offer, supplierId: 'c', on: '2026-11-01' }
  expect(bestOffer([offer, free, newer])).toBe(free)
  expect(bestOffer([offer, newer])).toBe(newer)
  expect(bestOffer([offer, { ...free, availability: 'out' }])).toBe(offer)
  expect(bestOffer([])).toBeUndefined()
})

test('the rhythm follows from the weekdays of a supplier', () => {
  expect([rhythmOf([], 7), rhythmOf([1], 7), rhythmOf([1, 4], 7), rhythmOf([1, 2, 3, 4, 5, 6], 7)]).toEqual([
    7, 7, 4, 2,
  ])
})

test('an order is received once no line awaits a box, partly once one came', () => {
  const line = { quantity: 10, received: 0, noted: 0, givenUp: 0 }
  expect(orderStateOf('draft', [line])).toBe('draft')
  expect(orderStateOf('sent', [line])).toBe('sent')
  expect(orderStateOf('confirmed', [{ ...line, noted: 10 }])).toBe('confirmed')
  expect(orderStateOf('sent', [{ ...line, received: 4 }, line])).toBe('partly-received')
  expect(orderStateOf('sent', [{ ...line, received: 4, givenUp: 6 }])).toBe('received')
  expect(orderStateOf('canceled', [{ ...line, received: 10 }])).toBe('canceled')
})

test('a supplier that sends more owes nothing, and what is being received is not awaited twice', () => {
  const line = { quantity: 10, received: 4, noted: 3, givenUp: 0 }
  expect([awaitedOf(line), undeliveredOf(line)]).toEqual([6, 3])
  expect([awaitedOf({ ...line, received: 12 }), undeliveredOf({ ...line, noted: 9 })]).toEqual([0, 0])
})
