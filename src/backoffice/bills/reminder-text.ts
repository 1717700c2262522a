import type { Collection, OwedBill } from '#shared/contract/bill-follow-ups.ts'
import type { ReminderStep } from '#shared/domain/billing/reminder-step.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { type Currency, formatMoney } from '#shared/ui/money-format.ts'

export const stepWords: Record<ReminderStep, string> = {
  1: 'Rappel',
  2: 'Deuxième relance',
  3: 'Mise en demeure',
}

/** In days: how long the formal notice gives. */
const lastDelay = 8

type Owed = Pick<Collection, 'overdue' | 'bills'>
type Reminded = Owed & Pick<Collection, 'followUps' | 'ahead'>

/** The bills of a reminder: due and not in dispute. */
export function remindedBills({ bills }: Pick<Collection, 'bills'>): OwedBill[] {
  return bills.filter(({ late, isDisputed }) => late > 0 && !isDisputed)
}

/** The paragraphs of a letter or an e-mail, without its table: what is owed today, and what was said and paid of it. */
export function reminderText(step: ReminderStep, reminded: Reminded, currency: Currency): string[] {
  const { overdue, followUps } = reminded
  const sum = formatMoney(overdue, currency)
  const owed = remindedBills(reminded)
  const since = owed[0]?.dueOn
  const sinceText = since ? ` depuis le ${formatDay(since)}` : ''
  // A reminder of former debts says nothing of those of today.
  const last = followUps.find(({ kind, on }) => kind === 'reminder' && since !== undefined && on >= since)
  const facts = factsOf(reminded, owed, currency)
  switch (step) {
    case 1:
      return [
        'Bonjour,',
        `Sauf erreur de notre part, ${sum} restent dus${sinceText} sur les factures ci-dessous.`,
        ...facts,
        `Il s’agit sans doute d’un oubli\u00a0: merci de nous régler dès que possible.`,
        'Si votre règlement est déjà parti, merci de nous en donner la référence.',
      ]
    case 2:
      return [
        'Bonjour,',
        `${last ? `Malgré notre rappel du ${formatDay(last.on)}` : 'Sauf erreur de notre part'}, ${sum} restent dus${sinceText} sur les factures ci-dessous.`,
        ...facts,
        'Merci de nous régler sous quinze jours, ou de nous indiquer la raison du retard.',
        'Nous restons à votre disposition pour vérifier les bons avec vous.',
      ]
    case 3:
      return [
        'Madame, Monsieur,',
        ...(last ? [`Nos relances, dont la dernière du ${formatDay(last.on)}, sont restées sans effet.`] : []),
        ...facts,
        `Nous vous mettons en demeure de nous régler ${sum}, dus${sinceText} sur les factures ci-dessous, dans les ${lastDelay} jours suivant la réception de cette lettre.`,
        'Passé ce délai, nous ne pourrons plus vous servir à crédit, et nous ferons valoir nos droits par les voies légales.',
      ]
  }
}

/** What came of the bills since, and what the payer said. */
function factsOf({ bills, followUps, ahead }: Reminded, owed: readonly OwedBill[], currency: Currency): string[] {
  const money = (amount: number) => formatMoney(amount, currency)
  const billed = owed.reduce((sum, { amount }) => sum + amount, 0)
  const left = owed.reduce((sum, bill) => sum + bill.left, 0)
  const promise = followUps.find((one) => one.promise === 'broken' || one.promise === 'open')
  return [
    ...(left < billed ? [`Sur les ${money(billed)} facturés, ${money(billed - left)} sont réglés ou retirés.`] : []),
    ...(ahead > 0 ? [`Nous gardons ${money(ahead)} reçus d’avance, à déduire.`] : []),
    ...(promise
      ? [`Vous nous aviez promis ${money(promise.amount ?? 0)} pour le ${formatDay(promise.promisedOn ?? '')}.`]
      : []),
    ...(bills.some(({ late, isDisputed }) => late > 0 && isDisputed)
      ? ['Les factures que vous contestez ne sont pas comprises.']
      : []),
  ]
}

/** The text of an e-mail, which has no table: each bill with what is left of it. */
export function reminderMail(step: ReminderStep, reminded: Reminded, currency: Currency): string {
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    ...reminderText(step, reminded, currency),
    remindedBills(reminded)
      .map(
        ({ number, issuedOn, dueOn, amount, left }) =>
          `- Facture ${number} du ${formatDay(issuedOn)}, échue le ${formatDay(dueOn)}\u00a0: ${money(amount)}${left < amount ? `, reste ${money(left)}` : ''}`,
      )
      .join('\n'),
  ].join('\n\n')
}

/** For a phone message: one or two sentences. */
export function reminderMessage(
  step: ReminderStep,
  { overdue, bills }: Owed,
  { pharmacy, currency }: { pharmacy: string; currency: Currency },
): string {
  const sum = formatMoney(overdue, currency)
  const numbers = remindedBills({ bills })
    .map(({ number }) => number)
    .join(', ')
  switch (step) {
    case 1:
      return `${pharmacy}\u00a0: ${sum} restent dus (${numbers}). Merci de régler dès que possible.`
    case 2:
      return `${pharmacy}\u00a0: deuxième relance, ${sum} restent dus (${numbers}). Merci de régler sous quinze jours.`
    case 3:
      return `${pharmacy}\u00a0: mise en demeure, ${sum} restent dus (${numbers}). Merci de régler sous ${lastDelay} jours.`
  }
}
