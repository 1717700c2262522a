import type * as z from 'zod'
import { birthDateFaultTexts } from '#shared/domain/birth-date.ts'

/** An issue of a body: the path (`owner.id`), and what to do, in French. */
export type Issue = { path: string; text: string }

const notAccepted = 'Cette valeur n’est pas acceptée.'
const toFill = 'À remplir.'

/** The issues of a schema error as French sentences, to show at their fields. */
export function schemaIssues(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), text: wordsOf(issue) }))
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? toFill
        : issue.origin === 'array'
          ? 'Au moins une ligne.'
          : `Au moins ${String(issue.minimum)}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `${String(issue.maximum)}\u00a0caractères au plus.`
        : issue.origin === 'array'
          ? `${String(issue.maximum)} au plus.`
          : `Au plus ${String(issue.maximum)}.`
    case 'invalid_format':
      return issue.format === 'date' ? 'Cette date n’existe pas.' : issue.format === 'uuid' ? 'À choisir.' : notAccepted
    case 'invalid_type':
      if (/received (undefined|null)$/.test(issue.message)) return toFill
      return issue.expected === 'number' || issue.expected === 'int' ? 'Un nombre entier est attendu.' : notAccepted
    default:
      return notAccepted
  }
}

/** French sentences for refusals by services of values that pass the schema. */
const knownMessages: Record<string, string> = {
  unknown: 'N’existe pas, ou n’existe plus. Choisissez de nouveau.',
  archived: 'Est archivé. Choisissez-en un autre.',
  taken: 'Existe déjà.',
  'control characters': 'Contient un caractère invisible. Effacez cette valeur et tapez-la au clavier.',
  oneself: 'Choisissez quelqu’un d’autre\u00a0: nul n’est son propre proche.',
  ...birthDateFaultTexts,
}

/**
 * The issues of a refusal `requests:invalid`, by field. `words`: sentences specific to this form, « body.path message »
 * → sentence.
 */
export function refusedIssues(details: unknown, words: Readonly<Record<string, string>> = {}): Issue[] {
  const issues = (details as { issues?: unknown } | undefined)?.issues
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: { path?: unknown; message?: unknown }) => {
    if (typeof issue?.path !== 'string') return []
    const path = issue.path.replace(/^body\.?/, '')
    const message = typeof issue.message === 'string' ? issue.message : ''
    // Domain rules answer with their own French sentence.
    const own = message.endsWith('.') ? message : undefined
    return [
      { path, text: words[`${path} ${message}`] ?? words[message] ?? knownMessages[message] ?? own ?? notAccepted },
    ]
  })
}
