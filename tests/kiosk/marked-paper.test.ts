import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedPaper } from '#kiosk/counter/print/marked-paper.ts'
import { copyKinds } from '#shared/domain/backup/copy-kind.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { runs } from '#tests/support/extent.ts'

const text = (words: string): PaperLine => ({ kind: 'text', text: words, align: 'left', weight: 'normal' })
const cut: PaperLine = { kind: 'cut' }
const textsOf = (paper: readonly PaperLine[]) => paper.map((line) => ('text' in line ? line.text : line.kind))

test('each label of an exercise says so, and no empty piece follows the last cut', () => {
  const paper = [text('un'), cut, text('deux'), cut]
  expect(textsOf(markedPaper(paper, 'exercise'))).toEqual(['EXERCICE', 'un', 'cut', 'EXERCICE', 'deux', 'cut'])
  expect(markedPaper(paper, null)).toBe(paper)
})

test('whatever is printed, each piece begins with the mark, and nothing else changes', () => {
  const anyPaper = fc.array(fc.oneof(fc.string().map(text), fc.constant(cut)))
  fc.assert(
    fc.property(anyPaper, fc.constantFrom(...copyKinds), (paper, kind) => {
      const marked = markedPaper(paper, kind)
      const mark = marked[0]
      expect(marked.filter((line) => line !== mark)).toEqual(paper)
      for (const [at, line] of marked.entries())
        if (line.kind === 'cut' && at < marked.length - 1) expect(marked[at + 1]).toBe(mark)
    }),
    { numRuns: runs(200) },
  )
})
