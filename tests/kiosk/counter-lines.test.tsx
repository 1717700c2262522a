import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { coartem, doliprane, theShelf } from './support/the-shelf.ts'

const box = { ...coartem.stockItems[0]!, units: 24, packaging: 'Boîte' }
const opened = (units: number) => ({
  ...box,
  id: unitItemIdOf(box.id),
  units: 1,
  packaging: 'comprimé',
  quantity: units,
  salePrice: 165,
})
const boxed: PharmacyProduct = { ...coartem, stockItems: [box] }
const priced = ['sale.sell', 'register.use', 'sale.price'] as const

const openLine = async (user: Awaited<ReturnType<typeof aCounter>>['user'], text: string) => {
  await user.click(within(await lineOf(text)).getByRole('button', { expanded: false }))
  return screen.findByRole('region', { name: new RegExp(`^Ligne ${text}`) })
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('the price of a line is typed over, and says what it was', async () => {
  const { sales, user } = await aCounter({ products: theShelf, permissions: priced })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(field('Prix'))
  await user.keyboard('3500{Enter}')
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3_500))
  expect((await lineOf('Coartem')).textContent).toContain('3\u202f850 → 3\u202f500')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('by touch alone: the pad types the price, « Changer le prix » keeps it, « Annuler » does not', async () => {
  const { sales, user } = await aCounter({ products: theShelf, permissions: priced })
  scan('3400930145449')
  const panel = await openLine(user, 'Coartem')
  const touch = async (keys: readonly string[]) => {
    await user.click(field('Prix'))
    for (const key of keys) await user.click(within(panel).getByRole('button', { name: key }))
  }
  await touch(['9', '000', 'Annuler'])
  await touch(['3', '000'])
  expect(panel.textContent).toContain('3\u202f850 → 3\u202f000')
  await user.click(within(panel).getByRole('button', { name: 'Changer le prix' }))
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3_000))
})

test('Échap leaves the price as it was', async () => {
  const { sales, user } = await aCounter({ products: theShelf, permissions: priced })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(field('Prix'))
  await user.keyboard('1{Escape}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pavé numérique' })).toBeNull())
  expect(sales()[0]?.records[0]?.price).toBe(3_850)
})

test('units of an opened box have no part of the discount of the boxes', async () => {
  const cheaper = { ...boxed, stockItems: [{ ...box, discountPercent: 20 }] }
  const { sales, user } = await aCounter({ products: [cheaper] })
  scan('3400930145449')
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3_080))
  await openLine(user, 'Coartem')
  await user.click(await button(/Vendre à l’unité/))
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(165))
})

test('a quantity is typed on the pad; nothing typed and 0 change nothing', async () => {
  const { sales, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(field('Quantité'))
  for (const key of ['1', '5', '0', '0'])
    await user.click(within(screen.getByRole('group', { name: 'Pavé numérique' })).getByRole('button', { name: key }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sales()[0]?.records[0]?.quantity).toBe(1500))
  await user.keyboard('*0{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pavé numérique' })).toBeNull())
  expect(sales()[0]?.records[0]?.quantity).toBe(1500)
})

test('a quantity above the largest one is refused with that one said, and the line keeps its own', async () => {
  const { sales, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(field('Quantité'))
  for (const key of ['1', '5', '0', '0', '0'])
    await user.click(within(screen.getByRole('group', { name: 'Pavé numérique' })).getByRole('button', { name: key }))
  const said = () => screen.getByRole('alert').textContent?.replaceAll(/\s/g, ' ')
  expect(said()).toBe('15 000 est trop grand : 9 999 au plus.')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pavé numérique' })).toBeNull())
  expect(said()).toBe('15 000 est trop grand : 9 999 au plus.')
  expect(sales()[0]?.records[0]?.quantity).toBe(1)
  // By keyboard.
  await user.click(field('Quantité'))
  fireEvent.change(field('Quantité'), { target: { value: '15000' } })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(said()).toContain('9 999 au plus'))
  expect(sales()[0]?.records[0]?.quantity).toBe(1)
})

test('by keys alone: arrows walk the lines, « * » types a quantity, Delete takes the line away', async () => {
  const { sales, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  scan('3400935955838')
  await lineOf('Doliprane')
  await user.keyboard('{ArrowUp}')
  await screen.findByRole('region', { name: /^Ligne Doliprane/ })
  await user.keyboard('{ArrowUp}')
  await screen.findByRole('region', { name: /^Ligne Coartem/ })
  await user.keyboard('*')
  await waitFor(() => expect(document.activeElement).toBe(field('Quantité')))
  await user.keyboard('12{Enter}')
  await waitFor(() => expect(sales()[0]?.records[0]?.quantity).toBe(12))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(lines()).toHaveLength(1))
  expect(lines()[0]).toContain('Doliprane')
})

test('a key right after a touch acts on the ticket, as in the empty search field', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  const close = await button(/^Fermer la ligne$/)
  close.focus()
  // Without the pointer event that would return the focus a moment later.
  fireEvent.click(close)
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  await user.keyboard('/')
  await screen.findByRole('region', { name: 'Prestation' })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('what follows « = » without a pause is the price, wherever the panel was', async () => {
  const { sales, user } = await aCounter({ products: theShelf, permissions: priced })
  scan('3400930145449')
  await lineOf('Coartem')
  // No turn of the clock lies between: the next key is already on its way.
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: '=' })
  expect(document.activeElement).toBe(field('Prix'))
  await user.keyboard('3500{Enter}')
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3_500))
})

test('the lots say packaging, expiry and what goes out first; an expired one asks for the right', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400935955838')
  const panel = await openLine(user, 'Doliprane')
  expect(within(panel).getByRole('button', { name: /Lot NEAR/ }).textContent).toContain('sort en premier')
  const old = within(panel).getByRole<HTMLButtonElement>('button', { name: /Lot OLD/ })
  expect(old.textContent).toMatch(/périmé.*Demander au pharmacien/)
  expect(old.textContent).toContain('boîte')
})

test('three tablets: one sentence says which box is opened, and the record opens it', async () => {
  const { sales, user } = await aCounter({ products: [boxed] })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(await button(/Vendre à l’unité/))
  await user.keyboard('3{Enter}')
  expect(await screen.findByText(/3\scomprimés\s: ouvrir une boîte de 24/)).toBeTruthy()
  expect(sales()[0]?.records).toMatchObject([
    {
      stockItemId: unitItemIdOf(box.id),
      quantity: 3,
      price: 165,
      label: 'Coartem 20/120 mg cp B/24, à l’unité',
      opens: { stockItemId: box.id, boxes: 1 },
    },
  ])
})

test('what is left of an opened box goes first; more of it opens the next', async () => {
  const { sales, user } = await aCounter({ products: [{ ...coartem, stockItems: [box, opened(12)] }] })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('{F6}')
  await screen.findByRole('group', { name: 'Pavé numérique' })
  await user.keyboard('3{Enter}')
  expect(await screen.findByText(/3\scomprimés\s: il en reste 12 d’une boîte ouverte/)).toBeTruthy()
  expect(sales()[0]?.records[0]?.opens).toBeUndefined()
  await user.keyboard('*60{Enter}')
  expect(await screen.findByText(/60\scomprimés\s: il en reste 12, ouvrir 2\sboîtes de 24/)).toBeTruthy()
  expect(sales()[0]?.records[0]?.opens).toEqual({ stockItemId: box.id, boxes: 2 })
})

test('two sales open side by side never count on the same loose units', async () => {
  const { sales, user } = await aCounter({ products: [{ ...coartem, stockItems: [box, opened(12)] }] })
  const sell = async (units: number) => {
    scan('3400930145449')
    await lineOf('Coartem')
    await user.keyboard('{F6}')
    await screen.findByRole('group', { name: 'Pavé numérique' })
    await user.keyboard(`${units}{Enter}`)
  }
  await sell(8)
  expect(await screen.findByText(/8\scomprimés\s: il en reste 12 d’une boîte ouverte/)).toBeTruthy()
  await user.click(await button(/^Nouvelle vente/))
  await waitFor(() => expect(lines()).toEqual([]))
  await sell(6)
  expect(await screen.findByText(/6\scomprimés\s: il en reste 4, ouvrir une boîte de 24/)).toBeTruthy()
  const opens = new Map(sales().map(({ records: [record] }) => [record?.quantity, record?.opens?.boxes]))
  expect(opens).toEqual(
    new Map([
      [8, undefined],
      [6, 1],
    ]),
  )
})

test('back to whole boxes: the box at its price, nothing opened', async () => {
  const { sales, user } = await aCounter({ products: [boxed] })
  scan('3400930145449')
  await openLine(user, 'Coartem')
  await user.click(await button(/Vendre à l’unité/))
  await user.keyboard('{Escape}')
  await user.click(await button(/Vendre à la boîte/))
  await waitFor(() =>
    expect(sales()[0]?.records).toEqual([
      expect.objectContaining({ stockItemId: box.id, quantity: 1, price: 3_850, label: coartem.label }),
    ]),
  )
  expect(sales()[0]?.records[0]?.opens).toBeUndefined()
})

test('a sale by unit ends and is sent with the box it opens; the shelf says what is left', async () => {
  const { sent, user } = await aCounter({ products: [boxed], onSale: () => 'nobody' })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('{F6}')
  await screen.findByRole('group', { name: 'Pavé numérique' })
  await user.keyboard('3{Enter}')
  await screen.findByText(/ouvrir une boîte de 24/)
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'Payé, rien à rendre' })
  await waitFor(() =>
    expect(sent[0]?.records).toMatchObject([{ quantity: 3, opens: { stockItemId: box.id, boxes: 1 } }]),
  )
  await user.keyboard('coar')
  expect(await screen.findByText(/4\sboîtes \+ 21\scomprimés/)).toBeTruthy()
})

test('a box and its units: the scanner adds boxes, never the loose ones', async () => {
  const { sales } = await aCounter({ products: [{ ...coartem, stockItems: [opened(12), box] }] })
  scan('3400930145449')
  await lineOf('Coartem')
  expect(sales()[0]?.records[0]?.stockItemId).toBe(box.id)
})

const amoxicilline = (n: number, given: Partial<PharmacyProduct>) =>
  aProduct(60 + n, { label: `Amoxicilline ${n}`, inn: 'Amoxicilline 500 mg', form: 'gélule', ...given })
const brand = amoxicilline(1, {
  label: 'Clamoxyl 500 mg gél. B/12',
  stockItems: [{ ...aProduct(61).stockItems[0]!, salePrice: 2_640, quantity: 0 }],
})
const generic = amoxicilline(2, {
  label: 'Amoxicilline 500 mg gél. B/12',
  stockItems: [{ ...aProduct(62).stockItems[0]!, salePrice: 1_450 }],
})
const dear = amoxicilline(3, {
  label: 'Hiconcil 0,5 g gél. B/12',
  inn: 'AMOXICILLINE 0,5 g',
  stockItems: [{ ...aProduct(63).stockItems[0]!, salePrice: 2_310 }],
})
const others = [
  amoxicilline(4, { label: 'Amoxicilline 1 g cp', inn: 'Amoxicilline 1 g' }),
  amoxicilline(5, { label: 'Amoxicilline sirop', form: 'sirop' }),
  amoxicilline(6, {
    label: 'Amoxicilline périmée',
    stockItems: [{ ...aProduct(66).stockItems[0]!, expiresOn: '2026-01-31' }],
  }),
]

test('equivalents: same substance, dosage and form, on the shelf, the cheapest first; replaced, the quantity stays', async () => {
  const { sales, user } = await aCounter({ products: [dear, generic, brand, ...others] })
  scan(brand.codes[0]!)
  await lineOf('Clamoxyl')
  await user.keyboard('++{F3}')
  const list = await screen.findByRole('list', { name: 'Équivalents' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([generic.label, dear.label])
  await user.click(within(list).getByRole('button', { name: `Remplacer par ${generic.label}` }))
  await waitFor(() =>
    expect(sales()[0]?.records).toMatchObject([
      { stockItemId: generic.stockItems[0]!.id, quantity: 3, price: 1_450, label: generic.label },
    ]),
  )
})

test('equivalents of a result that is out of stock: the one chosen is added', async () => {
  const { sales, user } = await aCounter({ products: [generic, brand] })
  await user.keyboard('clam')
  await user.click(await button(/Équivalents de Clamoxyl/))
  await user.click(await button(/Ajouter Amoxicilline 500/))
  await waitFor(() =>
    expect(sales()[0]?.records).toMatchObject([{ stockItemId: generic.stockItems[0]!.id, quantity: 1 }]),
  )
})

test('Échap leaves the equivalents, and the keys of the ticket are heard again', async () => {
  const { user } = await aCounter({ products: [brand, generic, dear, ...others] })
  await user.keyboard('clam')
  await user.click(await button(/Équivalents de Clamoxyl/))
  const list = await screen.findByRole('list', { name: 'Équivalents' })
  within(list).getAllByRole('button')[0]!.focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Équivalents' })).toBeNull())
  await user.keyboard('/')
  expect(await screen.findByRole('button', { name: 'Fermer les prestations' })).toBeTruthy()
})

test('without a dosage nothing is taken for the same', async () => {
  const { user } = await aCounter({ products: [doliprane, aProduct(70)] })
  scan('3400935955838')
  await lineOf('Doliprane')
  await user.keyboard('{F3}')
  expect(await screen.findByText(/Aucun équivalent en stock/)).toBeTruthy()
})
