import { expect, test } from 'vitest'
import { kindWords, unsentWords } from '#shared/session/unsent-words.ts'
import type { OutboxRow, ParcelKind } from '#shared/store/sales/sales-rows.ts'

const row = (kind: ParcelKind, more: Partial<OutboxRow> = {}): OutboxRow => ({
  saleId: 'i',
  kind,
  seq: 1,
  revision: 1,
  payload: '{}',
  hash: 'h',
  sessionId: 's',
  attempts: 0,
  nextAttemptAt: 0,
  lastFailure: null,
  ...more,
})
const said = (outbox: OutboxRow[]) =>
  unsentWords({ outbox, sales: [], patients: [] }).map((words) => words.replaceAll(/\s/g, ' '))

test('each kind goes by its own name', () => {
  expect(
    kindWords([
      row('photo'),
      row('register-act'),
      row('register-act'),
      row('disbursement-photo'),
      row('missed-sale'),
    ]).map(({ words }) => words.replaceAll(/\s/g, ' ')),
  ).toEqual(['1 photo', '1 vente manquée', '2 opérations de caisse', '1 photo de reçu'])
})

test('what was refused is not said to go by itself, and stays named', () => {
  expect(said([row('register-act')])).toEqual([
    '1 opération de caisse attend l’envoi : rien n’est perdu, ce poste l’enverra.',
  ])
  expect(said([row('register-act', { errors: [] }), row('photo', { errors: [] })])).toEqual([
    '2 autres envois refusés restent sur ce poste : reconnectez-le à cette pharmacie pour reprendre.',
  ])
})
