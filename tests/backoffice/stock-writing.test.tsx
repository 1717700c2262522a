import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, plain, rowTexts, type Asked } from './support/a-desk.tsx'
import { detailOf, stocked } from './support/a-shop.ts'

const artefan = stocked(1, 'Artefan 20/120 mg cp B/24', [{ quantity: 6 }], { minimum: 15, maximum: 40 })
const clamoxyl = stocked(2, 'Clamoxyl 500 mg gél. B/12', [{ quantity: 0 }])
const tisane = stocked(3, 'Tisane du jardin', [{ quantity: 3 }], { productId: null })
const shelf = [artefan, clamoxyl, tisane]

/** A server that knows the details of the shelf and keeps what was written. */
function aServer(says: (asked: Asked) => ReturnType<typeof ok> = () => undefined) {
  const written: { method: string; path: string; body: Record<string, unknown> }[] = []
  return {
    written,
    answer(asked: Asked) {
      const product = shelf.find(({ id }) => asked.path === `/pharmacy-products/${id}`)
      // Reads; the ids are too many for a query.
      if (asked.path === '/order-preparations/records-stat') return ok([])
      if (asked.method !== 'GET') written.push(asked as never)
      const said = says(asked)
      if (said !== undefined) return said
      if (product) return ok(detailOf(product))
      if (asked.path.endsWith('/price-changes')) return ok({ items: [], total: 0 })
      if (asked.path.endsWith('/all') || asked.path.endsWith('/sections')) return ok([])
      return undefined
    },
  }
}

const dialog = () => screen.findByRole('dialog')

test('a private product is made with its limits', async () => {
  const server = aServer(({ method, path }) =>
    method === 'POST' && path === '/pharmacy-products' ? ok(detailOf(tisane)) : undefined,
  )
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf, answer: server.answer })
  await user.click(await screen.findByRole('button', { name: 'Nouveau produit' }))
  await user.click(await screen.findByText('Produit privé'))
  await user.type(await screen.findByRole('textbox', { name: /^Nom/ }), 'Tisane du jardin')
  const maximum = screen.getByRole('textbox', { name: 'Maxi' })
  await user.clear(maximum)
  await user.type(maximum, '12')
  await user.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(server.written).toHaveLength(1))
  expect(server.written[0]?.body).toMatchObject({ label: 'Tisane du jardin', minimum: 0, maximum: 12, codes: [] })
})

test('a product of the referential must be chosen', async () => {
  const server = aServer()
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf, answer: server.answer })
  await user.click(await screen.findByRole('button', { name: 'Nouveau produit' }))
  await user.click(await screen.findByRole('button', { name: 'Ajouter' }))
  expect(await screen.findByText('Choisissez le produit.')).toBeTruthy()
  expect(server.written).toEqual([])
})

test('the margin is beside the price while it is typed, and a loss must be wanted', async () => {
  let isRefused = true
  const server = aServer(({ method }) => {
    if (method !== 'PATCH') return undefined
    const answer = isRefused
      ? { status: 409, body: { message: 'stocks:priceBelowCost', details: { price: 400, cost: 480 } } }
      : ok({ changed: 1 })
    isRefused = false
    return answer
  })
  const { user } = await aDesk({ path: `/backoffice/stock/${artefan.id}`, products: shelf, answer: server.answer })
  await user.click(await screen.findByRole('button', { name: 'Changer le prix' }))
  const price = within(await dialog()).getByRole('textbox', { name: /Prix public/ })
  await user.clear(price)
  await user.type(price, '600')
  expect(plain((await dialog()).textContent ?? '')).toContain('marge 120 F CFA (20 %), coefficient 1,25')
  await user.clear(price)
  await user.type(price, '400')
  expect(plain((await dialog()).textContent ?? '')).toContain('marge −80 F CFA')
  await user.click(within(await dialog()).getByRole('button', { name: 'Enregistrer' }))
  await user.click(await within(await dialog()).findByRole('checkbox', { name: 'Garder ce prix' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(server.written).toHaveLength(2))
  expect(server.written.map(({ body }) => body['acceptsBelowCost'])).toEqual([undefined, true])
})

test('only the changed fields of a product are sent', async () => {
  const server = aServer(({ method }) => (method === 'PATCH' ? ok(detailOf(artefan)) : undefined))
  const { user } = await aDesk({ path: `/backoffice/stock/${artefan.id}`, products: shelf, answer: server.answer })
  await user.click(await screen.findByRole('button', { name: 'Modifier' }))
  const minimum = await screen.findByRole('textbox', { name: 'Mini' })
  await user.clear(minimum)
  await user.type(minimum, '18')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(server.written).toHaveLength(1))
  expect(server.written[0]).toMatchObject({ path: `/pharmacy-products/${artefan.id}`, body: { minimum: 18 } })
  expect(Object.keys(server.written[0]!.body)).toEqual(['minimum'])
})

test('a batch changes the ticked products at once, and what each refuses is said before', async () => {
  const server = aServer(({ path, body }) => {
    if (path !== '/pharmacy-products/batch-update') return undefined
    const { only, changes } = body as { only?: string; changes: { archived?: boolean } }
    const refusals = changes.archived
      ? [{ id: artefan.id, label: artefan.label, message: 'stocks:cannotArchiveStocked', details: { lots: 1 } }]
      : []
    return ok(only === 'judge' ? { updated: 0, refusals } : { updated: 2, refusals: [] })
  })
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf, answer: server.answer })
  await waitFor(() => expect(rowTexts()).toHaveLength(shelf.length))
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  await user.click(await screen.findByRole('button', { name: 'Modifier la sélection' }))
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'Archiver' }))
  expect(await within(await dialog()).findByText(/Il reste du stock/)).toBeTruthy()
  expect(within(await dialog()).getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true)
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'Archiver' }))
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'Mini et maxi' }))
  const minimum = within(await dialog()).getByRole('textbox', { name: 'Mini' })
  await user.clear(minimum)
  await user.type(minimum, '4')
  const save = within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await user.click(save)
  await waitFor(() =>
    expect(server.written.filter(({ body }) => body['only'] === undefined)).toMatchObject([
      { body: { ids: shelf.map(({ id }) => id), changes: { minimum: 4, maximum: 0 } } },
    ]),
  )
})

test('a seller sees no gesture', async () => {
  const server = aServer()
  await aDesk({
    path: `/backoffice/stock/${artefan.id}`,
    products: shelf,
    permissions: ['sale.sell'],
    answer: server.answer,
  })
  await screen.findByRole('complementary', { name: /Artefan/ })
  for (const name of ['Modifier', 'Changer le prix', 'Entrer un lot', 'Archiver', 'Nouveau produit'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
