import { unitWord } from '#shared/domain/unit-word.ts'
import { plural } from '#shared/ui/plural.ts'

/** The choices made by touch. Null: not chosen yet. */
export type PosologyChoices = { dose: string | null; times: string | null; days: number | null }

export const nothingChosen: PosologyChoices = { dose: null, times: null, days: null }
export const doses = ['½', '1', '2', '3'] as const
export const dayTimes = [
  'le matin',
  'le soir',
  'au coucher',
  'matin et soir',
  'matin, midi et soir',
  'toutes les 6 heures',
  'si besoin',
] as const
export const dayCounts = [3, 5, 7, 10, 15, 30] as const

/** Forms with an abbreviation that prescribers use. Other forms are written out. */
const short: Record<string, readonly [one: string, many: string]> = {
  comprimé: ['cp', 'cp'],
  gélule: ['gél.', 'gél.'],
  suppositoire: ['suppo', 'suppos'],
  unité: ['dose', 'doses'],
}

/**
 * « 1 cp matin et soir pendant 5 jours ». Without a number of days: until the box is finished. Null until dose and
 * times are chosen.
 */
export function posologyPhrase({ dose, times, days }: PosologyChoices, form: string | null): string | null {
  if (dose === null || times === null) return null
  const word = unitWord(form)
  const [one, many] = short[word] ?? [word, `${word}s`]
  const unit = Number(dose) > 1 ? many : one
  return [`${dose}\u00a0${unit}`, times, days !== null && `pendant ${plural(days, 'jour')}`].filter(Boolean).join(' ')
}
