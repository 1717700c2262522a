import { expect, test } from 'vitest'
import { RegisterAct } from '#shared/contract/register-acts.ts'
import { namedWords } from '#shared/domain/register/named-words.ts'

test('whatever a till does at a register has a French name, and a sale its own', () => {
  for (const { shape } of RegisterAct.options) expect(namedWords(shape.act.value), shape.act.value).not.toMatch(/^Vente/)
  expect(namedWords('K7QF-31')).toBe('Vente K7QF-31')
  expect(namedWords('toString')).toBe('Vente toString')
})
