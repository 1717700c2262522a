import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimStateOf, claimSums } from '#shared/domain/statements/claim-state.ts'
import { evidenceOf } from '#shared/domain/statements/evidence.ts'
import { doubtsOf } from '#shared/domain/statements/settle-statement.ts'
import { leftToPay } from '#shared/domain/statements/supplier-account.ts'

const lines = (...accepted: (number | null)[]) => accepted.map((each) => ({ amount: 100, accepted: each }))

test.each([
  ['draft', lines(null), 0, 'draft'],
  ['sent', lines(null, null), 0, 'sent'],
  ['sent', lines(100, null), 0, 'sent'],
  ['sent', lines(100, 100), 0, 'accepted'],
  ['sent', lines(100, 40), 0, 'partly-accepted'],
  ['sent', lines(0, 0), 0, 'refused'],
  ['sent', lines(100, 40), 140, 'credited'],
  ['sent', lines(null), 100, 'credited'],
  ['canceled', lines(null), 0, 'canceled'],
] as const)('%s, %j, %d credited: %s', (step, claimed, credited, state) => {
  expect(claimStateOf(step, claimed, credited)).toBe(state)
})

test('of a sent claim, what was credited, awaited and lost is what was claimed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ amount: fc.integer({ min: 1, max: 9_000 }), share: fc.constantFrom(null, 0, 0.5, 1) }), {
        minLength: 1,
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (claimed, part) => {
        const answered = claimed.map(({ amount, share }) => ({
          amount,
          accepted: share === null ? null : Math.floor(amount * share),
        }))
        const agreed = answered.reduce((sum, { amount, accepted }) => sum + (accepted ?? amount), 0)
        const sums = claimSums('sent', answered, Math.floor(agreed * part))
        expect(sums.credited + sums.awaited + sums.lost).toBe(sums.claimed)
      },
    ),
  )
})

test('payments go to what is due first; the account is what all owe minus what was paid', () => {
  const statements = [
    { id: 'b', dueOn: '2026-11-30', total: 500 },
    { id: 'a', dueOn: '2026-10-31', total: 300 },
  ]
  expect(leftToPay(statements, 400)).toEqual({
    statements: [
      { ...statements[1]!, left: 0 },
      { ...statements[0]!, left: 400 },
    ],
    ahead: 0,
  })
  expect(leftToPay(statements, 1_000).ahead).toBe(200)
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          id: fc.uuid(),
          dueOn: fc.constantFrom('2026-01-31', '2026-02-28'),
          total: fc.integer({ min: -900, max: 900 }),
        }),
      ),
      fc.integer({ min: -500, max: 5_000 }),
      (owed, paid) => {
        const account = leftToPay(owed, paid)
        const left = account.statements.reduce((sum, each) => sum + each.left, 0)
        expect(left - account.ahead).toBe(owed.reduce((sum, { total }) => sum + total, 0) - paid)
      },
    ),
  )
})

test('a statement that was cut, of another month or of another pharmacy is doubted', () => {
  const billed = Array.from({ length: 6 }, (_, index) => ({
    position: index + 1,
    kind: 'goods' as const,
    noteNumber: String(index),
    day: '2026-10-05',
    productId: null,
    quantity: 1,
    free: 0,
    price: '100',
    rebate: 0,
    vat: 0,
    amount: 100,
  }))
  const judged = (because: 'same-note' | 'unknown-note') =>
    billed.map(({ position }) => ({
      position,
      certainty: 'certain' as const,
      match: null,
      because,
      statement: null,
      differences: [],
    }))
  const head = { total: 600, from: '2026-10-01', to: '2026-10-31' }
  expect(doubtsOf(head, billed, judged('same-note'))).toEqual([])
  expect(doubtsOf({ ...head, total: 900 }, billed, judged('same-note'))).toEqual(['sums'])
  expect(doubtsOf({ ...head, from: '2026-09-01', to: '2026-09-30' }, billed, judged('same-note'))).toEqual([
    'other-month',
  ])
  expect(doubtsOf(head, billed, judged('unknown-note'))).toEqual(['other-pharmacy'])
})

test('evidence is one sentence with its figures', () => {
  const delivered = {
    deliveryId: 'd',
    noteNumber: '88412',
    day: '2026-10-05',
    productId: 'p',
    received: 10,
    free: 0,
    price: '1650',
    vat: 0,
    isVatTyped: false,
    ordered: true,
    promised: { price: '1600', rebate: 300, per: 10, free: 1 },
  }
  const line = { quantity: 12, price: '1700', rebate: 0, vat: 0, amount: 20_400, noteNumber: '88412' }
  const said = (reason: Parameters<typeof evidenceOf>[0]) => evidenceOf(reason, line, { delivered, statement: 'R-9' })
  expect(said('quantity')).toBe('Facturé 12, reçu 10 au BL 88412 du 05/10/2026.')
  expect(said('price')).toBe('Facturé 1\u202f700, prix de votre tarif au 05/10/2026 1\u202f600.')
  expect(said('twice')).toBe('Déjà facturé sur votre relevé R-9.')
  expect(said('free-units')).toContain('1 manquante')
})
