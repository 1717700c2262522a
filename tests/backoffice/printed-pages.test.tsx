import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PrintedPages } from '#shared/papers/printed-pages.tsx'

test('what is printed holds no character that turns or hides a text, and no markup of a stored text', () => {
  const papers: { text: string; elements: number }[] = []
  vi.stubGlobal('print', () => {
    const paper = document.querySelector('[role=document]')
    papers.push({ text: paper?.textContent ?? '', elements: paper?.querySelectorAll('b, img').length ?? 0 })
  })
  const witness = 'Mme \u202eiov\u200bjdA\u001b[2J, « é »\nDDPM'
  render(
    <PrintedPages label="Procès-verbal à imprimer" onPrinted={() => undefined}>
      <p>{witness}</p>
      <p>{'<b>gras</b><img src=x>'}</p>
    </PrintedPages>,
  )
  expect(papers).toEqual([{ text: 'Mme iovjdA[2J, « é »\nDDPM<b>gras</b><img src=x>', elements: 0 }])
  vi.unstubAllGlobals()
})
