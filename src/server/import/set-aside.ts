import type { Line } from '#server/import/read-table.ts'

/** `row`: the whole row was not imported. `value`: the row was imported without the value that could not be parsed. */
export type SetAsideRow = { file: string; line: number; kind: 'row' | 'value'; reason: string; text: string }

/** Collects what an import leaves out, with the reasons: nothing is dropped silently. */
export class SetAside {
  readonly rows: SetAsideRow[] = []

  row(file: string, line: Line, reason: string): void {
    this.rows.push({ file, line: line.number, kind: 'row', reason, text: line.text })
  }

  value(file: string, line: Line, reason: string): void {
    this.rows.push({ file, line: line.number, kind: 'value', reason, text: line.text })
  }

  /** The counts by file and reason, sorted by file, then most frequent first. */
  summary(): { file: string; reason: string; count: number }[] {
    const counts = new Map<string, { file: string; reason: string; count: number }>()
    for (const { file, reason } of this.rows) {
      const key = `${file}\t${reason}`
      const entry = counts.get(key) ?? { file, reason, count: 0 }
      entry.count += 1
      counts.set(key, entry)
    }
    return [...counts.values()].sort((a, b) => a.file.localeCompare(b.file) || b.count - a.count)
  }

  /** Tab-separated, with a header. The source row comes last because it contains tabs, which are printed as ` | `. */
  toTsv(): string {
    const lines = this.rows.map(({ file, line, kind, reason, text }) =>
      [file, line, kind === 'row' ? 'ligne' : 'valeur', reason, text.replaceAll('\t', ' | ')].join('\t'),
    )
    return ['fichier\tligne\técarté\traison\tcontenu', ...lines, ''].join('\n')
  }
}
