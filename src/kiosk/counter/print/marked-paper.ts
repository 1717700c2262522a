import { copyMark, type CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { text } from './paper-lines.ts'

/** The same paper, every piece of which begins with « COPIE » or « EXERCICE » when the pharmacy is one. */
export function markedPaper(paper: readonly PaperLine[], kind: CopyKind | null): readonly PaperLine[] {
  if (kind === null || paper.length === 0) return paper
  const mark = text(copyMark(kind), 'big', 'center')
  return [mark, ...paper.flatMap((line, at) => (line.kind === 'cut' && at < paper.length - 1 ? [line, mark] : [line]))]
}
