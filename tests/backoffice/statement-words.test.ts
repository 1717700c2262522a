import { expect, test } from 'vitest'
import type { StatementRecord } from '#shared/contract/bill-statements.ts'
import { orderText } from '#backoffice/orders/order-mail.tsx'
import { findingOf, reasonWords, validatingBarrier } from '#backoffice/statements/statement-words.ts'

const record = (rest: Partial<StatementRecord> = {}): StatementRecord => ({
  position: 1,
  kind: 'goods',
  noteNumber: '88412',
  day: null,
  code: null,
  label: 'DOLIPRANE',
  productId: null,
  productLabel: null,
  quantity: 12,
  free: 0,
  price: '650',
  rebate: 0,
  vat: 0,
  amount: 7800,
  signed: 7800,
  certainty: 'certain',
  because: 'same-note',
  match: {
    kind: 'goods',
    id: '018f0000-0000-7000-8000-000000000001',
    name: '88412',
    productLabel: null,
    received: 10,
    free: 0,
    price: '650',
    promised: null,
  },
  billedBy: null,
  differences: [],
  decision: null,
  decidedByName: null,
  matched: 7800,
  claimed: 0,
  open: 0,
  ...rest,
})
const wrong = { differences: [{ reason: 'quantity' as const, amount: 1300 }], claimed: 1300 }

test.each([
  ['Juste', {}],
  ['Quantité facturée en trop', wrong],
  ['Quantité facturée en trop +1', { ...wrong, differences: [...wrong.differences, { reason: 'price', amount: 5 }] }],
  ['Juste', { differences: [{ reason: 'sum', amount: 1 }] }],
  ['À confirmer', { certainty: 'proposed' }],
  ['Facturé, non livré', { certainty: 'open', match: null, differences: [{ reason: 'missing', amount: 7800 }] }],
  ['Avoir inconnu', { certainty: 'open', match: null, kind: 'credit' }],
  ['Payé tel quel', { ...wrong, decision: 'pay' }],
  ['Réclamé en entier', { ...wrong, decision: 'claim' }],
] as [string, Partial<StatementRecord>][])('the finding « %s »', (label, rest) => {
  expect(findingOf(record(rest)).label).toBe(label)
})

test('why a line is matched so', () => {
  expect(reasonWords(record())).toBe('Même bon et même produit que le bon BL 88412.')
  expect(reasonWords(record({ because: 'billed-before', billedBy: 'R-9' }))).toBe(
    'Le bon BL 88412 est déjà facturé sur le relevé R-9.',
  )
  expect(reasonWords(record({ because: 'unknown-note', match: null }))).toBe('Aucune livraison n’a ce numéro.')
  const credit = { ...record().match!, kind: 'return' as const, name: '3' }
  expect(reasonWords(record({ kind: 'credit', because: 'same-amount', match: credit }))).toBe(
    'Même montant que le retour n°\u00a03.',
  )
})

test('what keeps a statement from being validated', () => {
  const statement = (rest: object) =>
    ({ lines: 3, counts: { undecided: 0 }, doubts: [], ...rest }) as unknown as Parameters<typeof validatingBarrier>[0]
  expect(validatingBarrier(statement({}))).toBeUndefined()
  expect(validatingBarrier(statement({ lines: 0 }))).toBe('Ajoutez les lignes du relevé.')
  expect(validatingBarrier(statement({ doubts: ['sums'] }))).toBe('Le total des lignes diffère du total du relevé.')
  expect(validatingBarrier(statement({ counts: { undecided: 2 } }))).toBe('2\u00a0lignes à décider.')
  expect(validatingBarrier(statement({ doubts: ['other-month'] }))).toBeUndefined()
})

test('an order as the text of a message, and once boxes came, what is still awaited', () => {
  const line = { code: 'UB17', label: 'DOLIPRANE', quantity: 12, received: 0, givenUp: 0 }
  const lines = [line]
  expect(orderText({ lines, note: 'Avant midi' } as never, null)).toBe(
    ['Bonjour,', '', 'Merci de nous livrer :', '', '- 12 × DOLIPRANE (UB17)', '', 'Avant midi'].join('\n'),
  )
  const partly = [
    { ...line, received: 5, givenUp: 1 },
    { ...line, label: 'DAFLON', received: 12 },
  ]
  const said = orderText({ lines: partly, note: null } as never, 'C12')
  expect(said).toContain('Il reste à nous livrer de notre commande (client n° C12) :')
  expect(said).toContain('- 6 × DOLIPRANE (UB17)')
  expect(said).not.toContain('DAFLON')
  expect(orderText({ lines: [{ ...line, received: 12 }], note: null } as never, null)).toContain(
    'nous n’attendons plus',
  )
})
