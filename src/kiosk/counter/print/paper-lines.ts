import type { PaperLine, PaperWeight } from '#shared/domain/receipt-paper.ts'

export const text = (
  content: string,
  weight: PaperWeight = 'normal',
  align: 'left' | 'center' = 'left',
): PaperLine => ({ kind: 'text', text: content, align, weight })
export const pair = (left: string, right: string, weight: PaperWeight = 'normal'): PaperLine => ({
  kind: 'pair',
  left,
  right,
  weight,
})
export const rule: PaperLine = { kind: 'rule' }
