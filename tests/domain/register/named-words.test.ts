import { expect, test } from 'vitest'
import { RegisterAct } from '#shared/contract/register-acts.ts'
import { leftWords, namedWords } from '#shared/domain/register/named-words.ts'

test('whatever a till does at a register has a French name, and a sale its own', () => {
  for (const { shape } of RegisterAct.options)
    expect(namedWords(shape.act.value), shape.act.value).not.toMatch(/^Vente/)
  expect(namedWords('K7QF-31')).toBe('Vente K7QF-31')
  expect(namedWords('toString')).toBe('Vente toString')
})

test('what a closing left behind agrees with its noun: a sale and an opening are feminine, what was moved by hand is not', () => {
  expect([
    leftWords({ identifier: 'K7QF-31', state: 'open' }),
    leftWords({ identifier: 'K7QF-31', state: 'refused' }),
    ...['open', 'move', 'disburse'].map((identifier) => leftWords({ identifier, state: 'refused' })),
  ]).toEqual(['Ouverte', 'Refusée', 'Refusée', 'Refusé', 'Refusé'])
})
