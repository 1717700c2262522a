import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

test('a double tap on a note gives it; touched again later, it is taken back', async () => {
  const { sales, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  let laterMs = 0
  const hand = vi.spyOn(performance, 'now').mockImplementation(() => laterMs)
  onTestFinished(() => hand.mockRestore())
  const touch = async (note: RegExp, atMs: number) => {
    laterMs = atMs
    await user.click(await button(note))
  }
  const payments = () => sales()[0]?.payments ?? []
  await touch(/^5\s000/, 1000)
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CASH', tendered: 5000 }]))
  await touch(/^5\s000/, 1399)
  // Another note is another gesture, however quick.
  await touch(/^10\s000/, 1410)
  await waitFor(() => expect(payments()).toMatchObject([{ tendered: 10_000 }]))
  await touch(/^10\s000/, 1810)
  await waitFor(() => expect(payments()).toEqual([]))
})

test('what replaces a product is one touch away from every result that has a DCI', async () => {
  const { user } = await aCounter({
    products: [
      ...theShelf.slice(0, 2),
      { ...theShelf[0]!, id: '019f0000-0000-7000-8000-0000000000aa', label: 'Doli sans DCI', inn: '', codes: [] },
    ],
  })
  // Keys that come as fast as a test types are a scanner's.
  const look = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  look('coartem')
  await user.click(await button(/^Équivalents de Coartem/))
  expect(await screen.findByRole('region', { name: /Équivalents/ })).toBeTruthy()
  look('doli')
  const hits = within(screen.getByRole('list', { name: 'Produits' }))
  await hits.findByRole('button', { name: 'Ajouter Doli sans DCI' })
  expect(hits.queryByRole('button', { name: 'Équivalents de Doli sans DCI' })).toBeNull()
})
