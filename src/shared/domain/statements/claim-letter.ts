import { type ClaimReason, claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import type { ClaimState } from '#shared/domain/statements/claim-state.ts'
import { noteName } from '#shared/domain/statements/statement-line.ts'

type Line = {
  noteNumber: string | null
  label: string
  reason: ClaimReason
  evidence: string | null
  amount: number
  accepted: number | null
  photos: number
}
export type ClaimFacts = {
  number: number
  state: ClaimState
  statementReference: string | null
  sentAt: string | null
  reminders: number
  remindedAt: string | null
  answeredAt: string | null
  answer: string | null
  claimed: number
  accepted: number
  credited: number
  awaited: number
  lost: number
  lines: readonly Line[]
  credits: readonly { number: string | null; day: string; amount: number }[]
  supplier: { customerNumber: string | null }
}
/** `money`: with its unit. `day`: of a day, or of an instant in the time of the pharmacy. */
export type LetterWords = { money: (amount: number) => string; day: (at: string) => string }

export type ClaimLetter<L extends Line = Line> = {
  /** « Réclamation n° 12 », « Relance de la réclamation n° 12 » */
  title: string
  paragraphs: string[]
  /** What the letter is about: all lines of a claim, and of a reminder those that were not refused. */
  lines: L[]
  /** Once something was answered or noted, the lines say what was accepted of them. */
  showsAccepted: boolean
  closing: string[]
}

/**
 * What a claim says to its supplier today: the claim itself until it was sent, then a reminder of what is still awaited
 * after its answer and its credits, and that it is settled once nothing is.
 */
export function claimLetter<L extends Line>(
  claim: Omit<ClaimFacts, 'lines'> & { lines: readonly L[] },
  { money, day }: LetterWords,
): ClaimLetter<L> {
  const { number, state, statementReference, claimed, awaited, lines } = claim
  const name = `réclamation n°\u00a0${number}`
  const about = [
    statementReference && `votre relevé ${statementReference}`,
    claim.supplier.customerNumber && `client n°\u00a0${claim.supplier.customerNumber}`,
  ].filter(Boolean)
  const subject = about.length > 0 ? ` (${about.join(', ')})` : ''
  const recall = `Merci de rappeler notre ${name} sur l’avoir.`
  if (state === 'draft' || state === 'canceled')
    return {
      title: `Réclamation n°\u00a0${number}`,
      paragraphs: [
        `Nous avons constaté les écarts suivants${subject}, et vous demandons un avoir de ${money(claimed)}.`,
      ],
      lines: [...lines],
      showsAccepted: false,
      closing: [recall],
    }
  const asked = `Par notre ${name}${subject}${claim.sentAt ? ` du ${day(claim.sentAt)}` : ''}, nous vous demandions un avoir de ${money(claimed)}.`
  const history = [
    ...(claim.remindedAt
      ? [
          claim.reminders > 1
            ? `Nous vous l’avons rappelée ${claim.reminders} fois, la dernière le ${day(claim.remindedAt)}.`
            : `Nous vous l’avons rappelée le ${day(claim.remindedAt)}.`,
        ]
      : []),
    ...answerTexts(claim, { money, day }),
    ...creditTexts(claim.credits, { money, day }),
  ]
  const showsAccepted = lines.some(({ accepted }) => accepted !== null)
  if (awaited === 0)
    return {
      title: `Réclamation n°\u00a0${number}`,
      paragraphs: [asked, ...history],
      lines: [...lines],
      showsAccepted,
      closing: ['Nous n’attendons plus rien de cette réclamation.'],
    }
  return {
    title: `Relance de la ${name}`,
    paragraphs: [asked, ...history, `Sauf erreur de notre part, nous attendons encore un avoir de ${money(awaited)}.`],
    lines: lines.filter(({ accepted }) => accepted !== 0),
    showsAccepted,
    closing: [recall],
  }
}

/** The letter as the text of an e-mail, with every line; the identity of the pharmacy is added where it is sent. */
export function claimMailText(letter: ClaimLetter, { money }: Pick<LetterWords, 'money'>): string {
  return [
    'Bonjour,',
    '',
    ...letter.paragraphs,
    '',
    ...letter.lines.map(({ noteNumber, label, reason, evidence, amount, accepted }) => {
      const what = [noteNumber && noteName(noteNumber), label].filter(Boolean).join(', ')
      const given = letter.showsAccepted
        ? `${money(amount)} réclamés, ${accepted === null ? 'sans réponse' : `${money(accepted)} acceptés`}`
        : money(amount)
      return `- ${what}\u00a0: ${claimReasonWords[reason].toLowerCase()}, ${given}. ${evidence ?? ''}`.trimEnd()
    }),
    '',
    ...letter.closing,
  ].join('\n')
}

function answerTexts({ answeredAt, answer, accepted, lost, lines }: ClaimFacts, { money, day }: LetterWords): string[] {
  if (answeredAt === null) return []
  const unanswered = lines.reduce((sum, line) => sum + (line.accepted === null ? line.amount : 0), 0)
  const parts = [
    accepted > 0 && `${money(accepted)} acceptés`,
    lost > 0 && `${money(lost)} refusés`,
    unanswered > 0 && `${money(unanswered)} sans réponse`,
  ].filter(Boolean)
  return [
    `Vous avez répondu le ${day(answeredAt)}\u00a0: ${parts.join(', ')}${answer ? ` («\u00a0${answer}\u00a0»)` : ''}.`,
  ]
}

function creditTexts(credits: ClaimFacts['credits'], { money, day }: LetterWords): string[] {
  if (credits.length === 0) return []
  const each = credits.map(({ number, day: on, amount }) =>
    [number && `n°\u00a0${number}`, `du ${day(on)}`, `de ${money(amount)}`].filter(Boolean).join(' '),
  )
  return [
    credits.length === 1
      ? `Nous avons reçu votre avoir ${each[0]}.`
      : `Nous avons reçu vos avoirs ${each.slice(0, -1).join(', ')} et ${each.at(-1)}.`,
  ]
}
