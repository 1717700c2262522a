import { describe, expect, test } from 'vitest'
import type { UncoveredReason } from '#shared/domain/coverage/coverage.ts'
import { ceilingWords, policyStateWords, uncoveredWords } from '#shared/domain/coverage/coverage-words.ts'
import type { PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { minor } from '#shared/domain/money.ts'
import { aCeiling } from '#tests/domain/coverage/support/any-coverage.ts'

describe('why an amount is not covered, in French', () => {
  const cases: [reason: UncoveredReason, words: string][] = [
    [{ kind: 'excluded' }, 'Produit exclu du contrat'],
    [{ kind: 'not-listed' }, 'Hors de la liste du régime'],
    [{ kind: 'above-reference', referencePrice: 1000 }, 'Au-dessus du prix de référence'],
    [{ kind: 'patient-part', percent: 20 }, 'Ticket modérateur 20\u202f%'],
    [{ kind: 'ceiling', ceiling: aCeiling() }, 'Plafond du mois atteint'],
    [
      { kind: 'ceiling', ceiling: aCeiling({ period: 'day', scope: 'contract' }) },
      'Plafond du jour du contrat atteint',
    ],
    [{ kind: 'expired', since: '2026-11-20' }, 'Police expirée'],
    [{ kind: 'not-yet-valid', from: '2026-11-22' }, 'Police pas encore valable'],
  ]
  test.each(cases)('%o', (reason, words) => expect(uncoveredWords(reason)).toBe(words))
})

describe('how a policy stands, in French', () => {
  const left = { ceilingLeft: null }
  const cases: [state: PolicyState, words: string][] = [
    [{ kind: 'valid', daysLeft: null, ...left }, 'Valable'],
    [{ kind: 'expiring', daysLeft: 0, ...left }, 'Expire aujourd’hui'],
    [{ kind: 'expiring', daysLeft: 1, ...left }, 'Expire demain'],
    [{ kind: 'expiring', daysLeft: 12, ...left }, 'Expire dans 12\u00a0jours'],
    [{ kind: 'expired', since: '2026-11-20' }, 'Expirée'],
    [{ kind: 'not-yet-valid', from: '2026-11-22' }, 'Pas encore valable'],
  ]
  test.each(cases)('%o', (state, words) => expect(policyStateWords(state)).toBe(words))

  test('exhausted: the ceiling that is reached', () => {
    const sale = aCeiling({ period: 'sale', limit: 0 })
    expect(
      policyStateWords({ kind: 'exhausted', daysLeft: null, ceilingLeft: { ceiling: sale, left: minor(0) } }),
    ).toBe('Plafond par vente atteint')
    expect(ceilingWords(aCeiling({ scope: 'contract' }))).toBe('Plafond du mois du contrat')
  })
})
