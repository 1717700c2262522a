import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'
import { detailOf, stocked } from './support/a-shop.ts'

const code = '3400935955838'
const box = ']d2010340093595583817280630' + '10K7'
const stock = stocked(
  1,
  'Doliprane 1000 mg cp B/8',
  [
    { expiresOn: null, quantity: 5 },
    { lot: 'K7', expiresOn: '2028-06-30', quantity: 2 },
    { lot: 'OLD', expiresOn: '2026-06-30', quantity: 0 },
  ],
  { codes: [code] },
)
const doliprane = {
  ...stock,
  stockItems: stock.stockItems.map((item, place) => (place === 0 ? { ...item, lot: null } : item)),
}
const [undated, , empty] = doliprane.stockItems
const change = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  at: '2026-11-20T09:00:00.000Z',
  userName: 'TOSSOU Mireille',
  before: { lot: 'K1', expiresOn: null },
  after: { lot: 'K7', expiresOn: '2028-06-30' },
  reason: 'read-on-box',
  note: null,
}

async function theProduct() {
  const written: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice/stock/${doliprane.id}`,
    products: [doliprane],
    answer: (asked) => {
      if (asked.method === 'PATCH') {
        written.push(asked)
        return ok({ id: undated!.id })
      }
      if (asked.path === `/pharmacy-products/${doliprane.id}`) return ok(detailOf(doliprane))
      if (asked.path === '/stock-items/changes') return ok({ items: [change], total: 1 })
      if (asked.path.endsWith('/all')) return ok([])
      return undefined
    },
  })
  const gesture = async (lot: string, name: string) => {
    await desk.user.click(await screen.findByRole('button', { name: `Actions sur le ${lot}` }))
    await desk.user.click(await screen.findByRole('menuitem', { name }))
  }
  return { ...desk, written, gesture }
}

describe('a lot that is empty for long, and no longer in the list', () => {
  const kept = { ...doliprane, stockItems: doliprane.stockItems.slice(0, 2) }
  const answer = ({ path, body }: Asked) => {
    if (path === '/pharmacy-products/search/by-ids')
      return ok((body as { lot?: string }).lot === 'OLD-9' ? [detailOf(doliprane)] : [])
    if (path === `/pharmacy-products/${doliprane.id}`) return ok(detailOf(doliprane))
    if (path === '/stock-items/changes') return ok({ items: [], total: 0 })
    return path.endsWith('/all') ? ok([]) : undefined
  }

  test('comes with its product, among the empty ones', async () => {
    const { user } = await aDesk({ path: `/backoffice/stock/${doliprane.id}`, products: [kept], answer })
    await user.click(await screen.findByRole('button', { name: /^Montrer 1.lot vide$/ }))
    expect(screen.getByText(empty!.lot!)).toBeTruthy()
  })

  test('is found by its number', async () => {
    await aDesk({ path: '/backoffice/stock?cherche=OLD-9', products: [kept], answer })
    expect(await screen.findByRole('gridcell', { name: /Doliprane/ })).toBeTruthy()
  })
})

test('the scanned box proposes lot and expiry; the number of another lot is told and must be accepted', async () => {
  const { user, written, gesture } = await theProduct()
  await gesture('lot sans numéro', 'Lot, péremption, rangement')
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'Scanner la boîte' }), `${box}{Enter}`)
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Lot' }).value).toBe('K7')
  await user.click(form.getByRole('button', { name: 'Corriger' }))
  expect(await form.findByText('Cochez pour garder les deux lots.')).toBeTruthy()
  expect(written).toEqual([])
  await user.click(form.getByRole('checkbox', { name: /Un autre lot porte déjà ce numéro/ }))
  await user.click(form.getByRole('button', { name: 'Corriger' }))
  await waitFor(() =>
    expect(written).toMatchObject([
      {
        path: `/stock-items/${undated!.id}`,
        body: { lot: 'K7', expiresOn: '2028-06-30', reason: 'read-on-box', acceptsTwin: true },
      },
    ]),
  )
})

test('a correction for another reason needs a note', async () => {
  const { user, written, gesture } = await theProduct()
  await gesture('lot sans numéro', 'Lot, péremption, rangement')
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'Lot' }), 'Z9')
  await user.click(form.getByRole('combobox', { name: 'Motif' }))
  await user.click(await screen.findByRole('option', { name: 'Autre' }))
  await user.click(form.getByRole('button', { name: 'Corriger' }))
  expect(await form.findByText('Indiquez le motif dans la note.')).toBeTruthy()
  expect(written).toEqual([])
})

test('an empty lot is shown on request and archived; one with boxes is not offered it', async () => {
  const { user, written, gesture } = await theProduct()
  await user.click(await screen.findByRole('button', { name: 'Actions sur le lot K7' }))
  await screen.findByRole('menuitem', { name: 'Corriger' })
  expect(screen.queryByRole('menuitem', { name: 'Archiver le lot' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^Montrer 1.lot vide/ }))
  await gesture('lot OLD', 'Archiver le lot')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archiver' }))
  await waitFor(() => expect(written).toMatchObject([{ path: `/stock-items/${empty!.id}`, body: { archived: true } }]))
})

test('what was corrected is told, with who and why', async () => {
  await theProduct()
  const told = await screen.findByText(/TOSSOU Mireille, Lu sur la boîte/)
  expect(plain(told.closest('tr')!.textContent)).toMatch(/K1Sans date.*K7/)
})
