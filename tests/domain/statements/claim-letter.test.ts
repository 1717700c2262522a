import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClaimFacts, claimLetter, claimMailText } from '#shared/domain/statements/claim-letter.ts'
import { claimStateOf, claimSums, type ClaimStep } from '#shared/domain/statements/claim-state.ts'

const words = { money: (amount: number) => `${amount} F`, day: (at: string) => at.slice(0, 10) }
type Line = ClaimFacts['lines'][number]
const aLine = (rest: Partial<Line> = {}): Line => ({
  noteNumber: 'SL-0099',
  label: 'CLAMOXYL 500',
  reason: 'missing',
  evidence: 'Colis absent.',
  amount: 1300,
  accepted: null,
  photos: 0,
  ...rest,
})
function aClaim(step: ClaimStep, lines: Line[], rest: Partial<ClaimFacts> = {}): ClaimFacts {
  const credited = (rest.credits ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return {
    number: 12,
    state: claimStateOf(step, lines, credited),
    statementReference: 'R-11',
    sentAt: step === 'sent' ? '2026-03-02T10:00:00Z' : null,
    reminders: 0,
    remindedAt: null,
    answeredAt: null,
    answer: null,
    lines,
    credits: [],
    supplier: { customerNumber: '4411' },
    ...claimSums(step, lines, credited),
    ...rest,
  }
}
const textOf = (claim: ClaimFacts) => claimMailText(claimLetter(claim, words), words).replaceAll('\u00a0', ' ')

test('a claim that was not sent asks for its sum', () => {
  const text = textOf(aClaim('draft', [aLine()]))
  expect(text).toContain('(votre relevé R-11, client n° 4411), et vous demandons un avoir de 1300 F.')
  expect(text).toContain('- SL-0099, CLAMOXYL 500 : facturé, non livré, 1300 F. Colis absent.')
})

test('its reminder names the answer and the credit, and asks for what is still open', () => {
  const lines = [aLine({ amount: 1000, accepted: 1000 }), aLine({ label: 'DAFLON', amount: 300, accepted: 0 })]
  const claim = aClaim('sent', lines, {
    answeredAt: '2026-03-05T09:00:00Z',
    answer: 'Daflon livré',
    remindedAt: '2026-03-09T09:00:00Z',
    reminders: 1,
    credits: [{ number: 'AV12', day: '2026-03-06', amount: 190 }],
  })
  const text = textOf(claim)
  expect(claimLetter(claim, words).title.replaceAll('\u00a0', ' ')).toBe('Relance de la réclamation n° 12')
  expect(text).toContain('du 2026-03-02, nous vous demandions un avoir de 1300 F.')
  expect(text).toContain('Nous vous l’avons rappelée le 2026-03-09.')
  expect(text).toContain('Vous avez répondu le 2026-03-05 : 1000 F acceptés, 300 F refusés (« Daflon livré »).')
  expect(text).toContain('Nous avons reçu votre avoir n° AV12 du 2026-03-06 de 190 F.')
  expect(text).toContain('nous attendons encore un avoir de 810 F.')
  expect(text).toContain('1000 F réclamés, 1000 F acceptés')
  expect(text).not.toContain('DAFLON')
})

test('a settled claim asks for nothing', () => {
  const claim = aClaim('sent', [aLine()], {
    credits: [
      { number: 'AV1', day: '2026-03-04', amount: 300 },
      { number: null, day: '2026-03-06', amount: 1000 },
    ],
  })
  const text = textOf(claim)
  expect(text).toContain('Nous avons reçu vos avoirs n° AV1 du 2026-03-04 de 300 F et du 2026-03-06 de 1000 F.')
  expect(text).toContain('Nous n’attendons plus rien de cette réclamation.')
  expect(text).not.toContain('Merci')
})

test('whatever came of a claim, its letter asks for what is awaited and for nothing else', () => {
  const line = fc.record({ amount: fc.integer({ min: 1, max: 9000 }), share: fc.constantFrom(null, 0, 0.5, 1) })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 20_000 }), (drawn, most) => {
      const lines = drawn.map(({ amount, share }) =>
        aLine({ amount, accepted: share === null ? null : Math.floor(amount * share) }),
      )
      const amount = Math.min(most, claimSums('sent', lines, 0).awaited)
      const credits = amount > 0 ? [{ number: null, day: '2026-03-06', amount }] : []
      const claim = aClaim('sent', lines, { credits })
      const { paragraphs, closing, title } = claimLetter(claim, words)
      const asks = /encore un avoir de (\d+) F/.exec(paragraphs.join(' '))
      expect(asks?.[1] ?? '0').toBe(String(claim.awaited))
      expect(title.startsWith('Relance')).toBe(claim.awaited > 0)
      expect(closing[0]!.startsWith('Merci')).toBe(claim.awaited > 0)
    }),
  )
})
