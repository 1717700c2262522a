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

type Reminded = Pick<Collection, 'payerName' | 'overdue' | 'bills'>

/** The bills of a reminder: due and not in dispute. */
export function remindedBills({ bills }: Pick<Collection, 'bills'>): OwedBill[] {
  return bills.filter(({ late, isDisputed }) => late > 0 && !isDisputed)
}

/** The paragraphs of a letter or an e-mail, without its table. */
export function reminderText(step: ReminderStep, { overdue, bills }: Reminded, currency: Currency): string[] {
  const sum = formatMoney(overdue, currency)
  const since = remindedBills({ bills })[0]?.dueOn
  const sinceText = since ? ` depuis le ${formatDay(since)}` : ''
  switch (step) {
    case 1:
      return [
        'Bonjour,',
        `Sauf erreur de notre part, ${sum} restent dus${sinceText} sur les factures ci-dessous. Il s’agit sans doute d’un oubli\u00a0: merci de nous régler dès que possible.`,
        'Si votre règlement est déjà parti, merci de nous en donner la référence.',
      ]
    case 2:
      return [
        'Bonjour,',
        `Malgré notre rappel, ${sum} restent dus${sinceText}. Merci de nous régler sous quinze jours, ou de nous indiquer la raison du retard.`,
        'Nous restons à votre disposition pour vérifier les bons avec vous.',
      ]
    case 3:
      return [
        'Madame, Monsieur,',
        `Nos relances sont restées sans effet. Nous vous mettons en demeure de nous régler ${sum}, dus${sinceText}, dans les ${lastDelay} jours suivant la réception de cette lettre.`,
        'Passé ce délai, nous ne pourrons plus vous servir à crédit, et nous ferons valoir nos droits par les voies légales.',
      ]
  }
}

/** For a phone message: one or two sentences. */
export function reminderMessage(
  step: ReminderStep,
  { overdue, bills }: Reminded,
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
