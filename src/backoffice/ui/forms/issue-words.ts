import type * as z from 'zod'
import { birthDateFaultTexts } from '#shared/domain/birth-date.ts'
import { toChoose, toFill } from '#backoffice/ui/forms/field-names.ts'
import { capital, type Noun, thisOne } from '#backoffice/ui/lists/french-noun.ts'

/** An issue of a body: the path (`owner.id`), and what to do, in French. */
export type Issue = { path: string; text: string }

const notAccepted = 'Cette valeur n’est pas acceptée.'

/** The issues of a schema error as French sentences, to show at their fields. */
export function schemaIssues(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.')
    return { path, text: wordsOf(issue, path) }
  })
}

function wordsOf(issue: z.core.$ZodIssue, path: string): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? toFill(path)
        : issue.origin === 'array'
          ? toFill(path, 'Ajoutez au moins une ligne.')
          : `Au moins ${String(issue.minimum)}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `${String(issue.maximum)}\u00a0caractères au plus.`
        : issue.origin === 'array'
          ? `${String(issue.maximum)} au plus.`
          : `Au plus ${String(issue.maximum)}.`
    case 'invalid_format':
      if (issue.format === 'uuid') return toChoose(path)
      if (issue.format === 'email') return 'Cette adresse e-mail n’est pas complète.'
      return issue.format === 'date' ? 'Cette date n’existe pas.' : notAccepted
    case 'invalid_type':
      if (/received (undefined|null)$/.test(issue.message)) return toFill(path)
      return issue.expected === 'number' || issue.expected === 'int' ? 'Tapez un nombre entier.' : notAccepted
    default:
      return notAccepted
  }
}

/** French sentences for refusals by services of values that pass the schema. */
const knownMessages: Record<string, string> = {
  unknown: 'Ce choix n’existe pas ou n’existe plus. Choisissez de nouveau.',
  archived: 'Ce choix est archivé. Choisissez-en un autre.',
  'control characters': 'Il y a ici un caractère invisible. Effacez tout et tapez de nouveau au clavier.',
  oneself: 'Choisissez une autre personne que le patient lui-même.',
  ...birthDateFaultTexts,
}

/**
 * The issues of a refusal `requests:invalid` or `requests:taken`, by field. `words`: sentences specific to this form, « body.path message »
 * → sentence. `noun`: what the form is about, named when it exists already.
 */
export function refusedIssues(
  details: unknown,
  { words = {}, noun }: { words?: Readonly<Record<string, string>>; noun?: Noun } = {},
): Issue[] {
  const known: Readonly<Record<string, string>> = { ...knownMessages, taken: takenText(noun) }
  const issues = (details as { issues?: unknown } | undefined)?.issues
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: { path?: unknown; message?: unknown }) => {
    if (typeof issue?.path !== 'string') return []
    const path = issue.path.replace(/^body\.?/, '')
    const message = typeof issue.message === 'string' ? issue.message : ''
    // Domain rules answer with their own French sentence.
    const own = message.endsWith('.') ? message : undefined
    return [{ path, text: words[`${path} ${message}`] ?? words[message] ?? known[message] ?? own ?? notAccepted }]
  })
}

/** « Cette banque existe déjà. » */
function takenText(noun: Noun | undefined): string {
  return `${noun ? capital(thisOne(noun)) : 'Cette valeur'} existe déjà.`
}
