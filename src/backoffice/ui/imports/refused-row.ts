import type { RefusedRow } from '#shared/contract/import-runs.ts'

/** The longest text of a row that the history keeps. */
const mostSigns = 500

/** A row to correct, as the history of an import keeps it. */
export function refusedRow({ line, code, label, errors }: RefusedRow): RefusedRow {
  const cut = (text: string) => text.slice(0, mostSigns)
  return {
    line,
    code: cut(code),
    label: cut(label),
    errors: errors.map(({ field, text }) => ({ field, text: cut(text) })),
  }
}
