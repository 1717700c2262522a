import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { withheldSale } from '#shared/contract/sales.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { cancelSaleAtom, giveBackAtom } from '#kiosk/sales/undo-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter, button, goOffline } from '#tests/kiosk/support/a-counter.tsx'
import { aSalesServer, sold } from '#tests/kiosk/support/a-sales-server.ts'
import { aTill, openWith, said } from '#tests/kiosk/support/a-till.tsx'
import { theShelf } from '#tests/kiosk/support/the-shelf.ts'

type Store = Awaited<ReturnType<typeof aTill>>['store']

/** The amounts of sale n° 811 as screens write them: lines, total, what was given, the change. */
const amounts = [sold.total, ...sold.payments.map(({ amount }) => amount), ...sold.records.map(({ price }) => price)]
const written = amounts.filter((amount) => amount >= 1000).map((amount) => amount.toLocaleString('fr-FR'))
const hides = (element: Element) => {
  for (const amount of [...written, '1 775']) expect(said(element)).not.toContain(amount.replaceAll(/\s/g, ' '))
}

async function theWithheldSale() {
  const server = aSalesServer()
  const opened: unknown[] = []
  const counter = await aCounter({
    products: theShelf,
    permissions: [...defaultRoles.titulaire],
    path: '/kiosk/ventes',
    onCall: (call) => {
      if (call.path === `/sales/${sold.id}/openings`) {
        opened.push(call.body)
        return { status: 201, body: sold }
      }
      if (call.method === 'GET' && call.path === `/sales/${sold.id}`) return { status: 200, body: withheldSale(sold) }
      return server.onCall(call)
    },
  })
  await counter.user.click(await button(/n°\s811/))
  await button(/Réimprimer le ticket/)
  return { ...counter, opened, panel: screen.getByRole('complementary', { name: /Vente n°\s811/ }) }
}

test('the panel of a sale of a drawer that is not counted shows lines and means, and no amount', async () => {
  const { panel, opened } = await theWithheldSale()
  expect(said(panel)).toContain('Coartem 20/120 mg cp B/24')
  expect(said(panel)).toContain('Les montants s’affichent quand la caisse est comptée.')
  hides(panel)
  expect(opened).toEqual([])
})

test('a ticket printed again and a return open the sale, and say what for', async () => {
  const { user, opened } = await theWithheldSale()
  await user.click(await button(/Retour de lignes/))
  const back = await screen.findByRole('complementary', { name: /Retour, vente n°\s811/ })
  expect(opened).toMatchObject([{ purpose: 'return', registerId: sold.registerId }])
  await user.click(within(back).getByRole('button', { name: 'Revenir' }))
  hides(await screen.findByRole('complementary', { name: /Vente n°\s811/ }))
  vi.stubGlobal('print', vi.fn())
  await user.click(await button(/Réimprimer le ticket/))
  await waitFor(() => expect(opened).toMatchObject([{ purpose: 'return' }, { purpose: 'reprint' }]))
})

test('a till without a network shows the owner who sells at it no amount of its sales, on no screen, until the count', async () => {
  const { user, sell, store } = await aTill({ blindCount: true, permissions: [...defaultRoles.titulaire] })
  goOffline(store)
  await openWith(user, '48613')
  await sell(7919)
  await sell(10_433)
  await screen.findByText(/2 ventes/)
  const figures = ['7 919', '10 433', '18 352', '56 532', '66 965']
  for (const path of [
    '/kiosk/caisse',
    '/kiosk/ventes',
    '/kiosk/stock',
    '/kiosk/clients',
    '/kiosk/poste',
    '/kiosk/sante',
    '/kiosk/vente',
  ]) {
    act(() => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(document.body.textContent.length).toBeGreaterThan(50))
    for (const figure of figures) expect(said(document.body)).not.toContain(figure)
  }
})

test.each([
  [
    'canceled',
    3225,
    ({ set }: Store): Promise<unknown> => set(cancelSaleAtom, { saleId: sold.id, reason: 'Erreur de produit' }),
  ],
  [
    'returned',
    1250,
    ({ set }: Store): Promise<unknown> =>
      set(giveBackAtom, {
        sale: sold,
        lines: [{ lineId: sold.records[1]!.id, quantity: 2, toStock: true }],
        reason: 'Erreur de produit',
        inCash: true,
      }),
  ],
])(
  'cash of a sale that was %s with a network has no amount before the count, which expects it without one',
  async (_, cash, undo) => {
    const { user, store } = await aTill({ blindCount: true, onCall: aSalesServer().onCall })
    await openWith(user, '20000')
    await undo(store)
    goOffline(store)
    const moves = screen.getByRole('region', { name: 'Mouvements' })
    await waitFor(() => expect(said(moves)).toMatch(/\d\d:\d\dRemboursement\d\d:/))
    await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
    await user.type(await screen.findByRole('textbox', { name: /^Billets de 10\s000$/ }), '2')
    await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
    const zero = within(screen.getByRole('group', { name: 'Pavé numérique' })).queryByRole('button', { name: '0' })
    if (zero) await user.click(zero)
    await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
    const expected = said(await screen.findByRole('row', { name: /^Espèces/ }))
    expect(expected).toContain((20_000 - cash).toLocaleString('fr-FR').replaceAll(/\s/g, ' '))
    expect(said(screen.getByRole('main'))).toMatch(/Remboursement à \d\d:\d\d\./)
  },
)

test('a count after the amounts were shown asks for its reason first, and sends it', async () => {
  const { user, acts, store } = await aTill({ blindCount: true })
  await openWith(user, '20000')
  const count = async (notes: string) => {
    const field = await screen.findByRole('textbox', { name: /^Billets de 10\s000$/ })
    await user.clear(field)
    await user.type(field, notes)
    await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
    await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  }
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await count('1')
  await screen.findByRole('status', { name: 'Il manque' })
  await user.click(screen.getByRole('button', { name: 'Recompter' }))
  const again = () => screen.getByRole('button', { name: 'Recompter' })
  expect((again() as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Espèces oubliées' }))
  await user.click(again())
  await count('2')
  await screen.findByRole('heading', { name: 'Le compte est bon' })
  expect(acts().filter((each) => each.act === 'count')).toMatchObject([
    { reason: null },
    { reason: 'Espèces oubliées' },
  ])
  expect(store.get(snapshotAtom).registers[0]?.counts).toMatchObject([{ reason: null }, { reason: 'Espèces oubliées' }])
  const counts = within(screen.getByRole('list', { name: 'Comptages' })).getAllByRole('listitem')
  expect(counts.map(said).at(-1)).toContain('2e comptage, recompté : Espèces oubliées')
})
