import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { WaitingLabel } from '#shared/contract/labels.ts'
import { followDisk } from '#shared/store/disk/disk-watch.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, type Answer, type Asked } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const path = '/backoffice/etiquettes'
const id = (n: number) => `018f0000-0000-7000-8000-7000000000${String(n).padStart(2, '0')}`
const ean13 = '3400936404649'
const shelf = [
  stocked(1, 'Amoxicilline 500 mg gél. B/12', [{ quantity: 48 }], { codes: [ean13] }),
  stocked(2, 'Doliprane 1 g cp B/8', [{ quantity: 3 }]),
  stocked(3, 'Tisane de la maison', [{ quantity: 3 }]),
]
const aLabel = (n: number, of: Partial<WaitingLabel> = {}): WaitingLabel => ({
  id: id(n),
  pharmacyProductId: shelf[n - 1]!.id,
  label: shelf[n - 1]!.label,
  dosage: '500 mg',
  form: 'gélule',
  codes: [ean13],
  packaging: 'Boîte',
  units: 12,
  price: 1250 + n,
  unitPrice: null,
  unitWord: null,
  storage: 'Tiroir A3',
  cause: 'price',
  at: `${today}T0${n}:00:00.000Z`,
  byName: 'TOSSOU Mireille',
  ...of,
})
const waiting = [
  aLabel(1, { unitPrice: 110, unitWord: 'gélule' }),
  aLabel(2, { cause: 'delivery', codes: ['TROP-LONG-POUR-UNE-PETITE-ETIQUETTE-00001'] }),
  aLabel(3, { cause: 'asked', codes: [], price: null, storage: null }),
]

/** A server with a queue: what is printed or removed leaves it, what is added joins it. */
function aQueue(first: readonly WaitingLabel[] = waiting) {
  let queue = [...first]
  return (asked: Asked): Answer => {
    const body = asked.body as { ids: string[]; labels: { id: string }[]; productIds: string[] }
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /labels':
        return ok({ items: queue, total: queue.length })
      case 'POST /labels/printed': {
        const ids = body.labels.map((label) => label.id)
        const printed = queue.filter((label) => ids.includes(label.id)).length
        queue = queue.filter((label) => !ids.includes(label.id))
        return ok({ printed, changed: 0 })
      }
      case 'POST /labels/remove':
        queue = queue.filter((label) => !body.ids.includes(label.id))
        return ok({ removed: body.ids.length })
      case 'POST /labels': {
        const added = body.productIds.filter((product) => !queue.some((row) => row.pharmacyProductId === product))
        queue = [...queue, ...waiting.filter(({ pharmacyProductId }) => added.includes(pharmacyProductId))]
        return ok({ added: added.length, waiting: body.productIds.length - added.length, archived: 0 })
      }
      default:
        return undefined
    }
  }
}

/** What came out of the printer: the size of the paper, and the text of each page. */
function aPrinter() {
  const prints: { paper: string; pages: string[] }[] = []
  vi.stubGlobal('print', () => {
    const pages = screen.getByRole('document', { name: 'Étiquettes à imprimer', hidden: true })
    prints.push({
      paper: [...document.head.querySelectorAll('style')].find((style) => style.textContent.includes('@page'))!
        .textContent,
      pages: [...pages.children].map((page) => plain(page.textContent ?? '')),
    })
  })
  return prints
}
const panel = () => screen.findByRole('complementary', { name: 'Impression' })
const choose = async (user: Awaited<ReturnType<typeof aDesk>>['user'], format: RegExp) => {
  await user.click(within(await panel()).getByRole('combobox', { name: 'Format' }))
  await user.click(await screen.findByRole('option', { name: format }))
}
const answerQuestion = async (user: Awaited<ReturnType<typeof aDesk>>['user'], answer: string) => {
  const question = await screen.findByRole('alertdialog', { name: /bien sorties/ })
  await user.click(within(question).getByRole('button', { name: answer }))
}
const tick = async (user: Awaited<ReturnType<typeof aDesk>>['user'], label: string) =>
  user.click(within(screen.getByRole('row', { name: new RegExp(label) })).getByRole('checkbox'))

beforeEach(() => localStorage.removeItem('officine.labels'))

test('the queue says what, at which price, where, why and since when', async () => {
  await aDesk({ path, products: shelf, answer: aQueue() })
  await waitFor(() =>
    expect(rowTexts().map((cells) => cells.slice(0, -1))).toEqual([
      [shelf[0]!.label, ean13, 'Tiroir A3', '1 251', 'Prix changé', '21/11/2026', 'TOSSOU Mireille'],
      [shelf[1]!.label, expect.any(String), 'Tiroir A3', '1 252', 'Livraison', '21/11/2026', 'TOSSOU Mireille'],
      [shelf[2]!.label, '–', '–', '–', 'Demandée', '21/11/2026', 'TOSSOU Mireille'],
    ]),
  )
  expect(pageText()).toContain('3 étiquettes à imprimer')
})

test('the first sheet is shown as it will come out: what a label says, its copies, from the chosen place on', async () => {
  const { user } = await aDesk({ path, products: shelf, answer: aQueue() })
  const copies = await screen.findByRole('textbox', { name: `Copies de ${shelf[0]!.label}` })
  await user.clear(copies)
  await user.type(copies, '3')
  const settings = within(await panel())
  const sheet = settings.getByRole('group', { name: 'Aperçu de la première feuille' })
  await user.click(within(sheet).getByRole('button', { name: 'Commencer à la position 64' }))
  expect(plain((await panel()).textContent ?? '')).toContain('5 étiquettes, 3 produits, 2 feuilles')
  await user.click(within(screen.getByRole('columnheader', { name: 'Copies' })).getByRole('button'))
  expect(rowTexts().at(-1)?.[0]).toBe(shelf[0]!.label)
  await user.click(within(screen.getByRole('columnheader', { name: 'Depuis' })).getByRole('button'))
  expect(plain(sheet.textContent ?? '').split(shelf[0]!.label)).toHaveLength(3)
  const first = plain(settings.getByRole('group', { name: 'Aperçu d’une étiquette' }).textContent ?? '')
  for (const part of ['gélule, boîte de 12', '110 F CFA / gélule', 'Tiroir A3', '21/11/2026', '1 251 F CFA', ean13])
    expect(first).toContain(part)
  expect(first).not.toContain('500 mg, gélule')
  expect(settings.getByText(/Le code de Doliprane.*imprimé sans code-barres/)).toBeTruthy()
  await user.click(settings.getByRole('checkbox', { name: 'Prix' }))
  await user.click(settings.getByRole('checkbox', { name: 'Code-barres' }))
  const without = plain(settings.getByRole('group', { name: 'Aperçu d’une étiquette' }).textContent ?? '')
  expect(without).not.toMatch(/F CFA|3400936404649/)
  await user.click(settings.getByRole('button', { name: 'Feuille neuve' }))
  expect((settings.getByRole('textbox', { name: 'Première position' }) as HTMLInputElement).value).toBe('1')
})

test('after printing, « non » keeps the whole queue; « oui » empties it of what was printed, as it was listed', async () => {
  const prints = aPrinter()
  const { user, sent } = await aDesk({ path, products: shelf, answer: aQueue() })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.click(within(await panel()).getByRole('button', { name: 'Imprimer' }))
  expect(prints).toHaveLength(1)
  expect(prints[0]!.paper).toBe('@page { size: 210mm 297mm; margin: 0 }')
  expect(prints[0]!.pages).toHaveLength(1)
  for (const { label } of shelf) expect(prints[0]!.pages[0]).toContain(label)
  await answerQuestion(user, 'Non, les garder')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent('POST /labels/printed')).toEqual([])
  expect(rowTexts()).toHaveLength(3)
  await user.keyboard('p')
  expect(prints).toHaveLength(2)
  await answerQuestion(user, 'Oui, les retirer de la file')
  await waitFor(() => expect(pageText()).toContain('Aucune étiquette à imprimer'))
  expect(sent('POST /labels/printed')).toEqual([{ labels: waiting.map((label) => ({ id: label.id, at: label.at })) }])
  expect(plain(document.body.textContent ?? '')).toContain('3 étiquettes retirées de la file')
  const settings = within(await panel())
  // The sheet is partly used: the next print goes on where this one ended.
  expect((settings.getByRole('textbox', { name: 'Première position' }) as HTMLInputElement).value).toBe('4')
  expect((settings.getByRole('button', { name: 'Imprimer' }) as HTMLButtonElement).disabled).toBe(true)
})

test('only ticked labels are printed; one with no copies is neither printed nor marked', async () => {
  const prints = aPrinter()
  const { user, sent } = await aDesk({ path, products: shelf, answer: aQueue() })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await choose(user, /^Rouleau 40/)
  await tick(user, 'Doliprane')
  await tick(user, 'Tisane')
  await user.clear(screen.getByRole('textbox', { name: 'Copies de Tisane de la maison' }))
  expect(plain((await panel()).textContent ?? '')).toMatch(/1 étiquette cochée/)
  await user.click(within(await panel()).getByRole('button', { name: 'Imprimer' }))
  expect(prints).toMatchObject([{ paper: '@page { size: 40mm 30mm; margin: 0 }' }])
  expect(prints[0]!.pages).toHaveLength(1)
  await answerQuestion(user, 'Oui, les retirer de la file')
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  expect(sent('POST /labels/printed')).toEqual([{ labels: [{ id: id(2), at: waiting[1]!.at }] }])
})

test('on a roll each copy is a page; the format stays chosen on this terminal', async () => {
  const prints = aPrinter()
  const { user } = await aDesk({ path, products: shelf, answer: aQueue(waiting.slice(0, 1)) })
  const copies = await screen.findByRole('textbox', { name: `Copies de ${shelf[0]!.label}` })
  await user.clear(copies)
  await user.type(copies, '2')
  await choose(user, /^Rouleau 57/)
  expect(screen.queryByRole('textbox', { name: 'Première position' })).toBeNull()
  await user.click(within(await panel()).getByRole('button', { name: 'Imprimer' }))
  expect(prints).toMatchObject([{ paper: '@page { size: 57mm 32mm; margin: 0 }' }])
  expect(prints[0]!.pages).toHaveLength(2)
  expect(JSON.parse(localStorage.getItem('officine.labels')!)).toMatchObject({ formatId: 'roll-57x32' })
})

test('a mark that fails says so, and the queue can be answered for again', async () => {
  aPrinter()
  const { user, answerWith } = await aDesk({ path, products: shelf, answer: aQueue() })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  answerWith((asked) => (asked.path === '/labels/printed' ? 'nobody' : aQueue()(asked)))
  await user.click(within(await panel()).getByRole('button', { name: 'Imprimer' }))
  await answerQuestion(user, 'Oui, les retirer de la file')
  const failure = await screen.findByRole('alertdialog', { name: 'Le serveur n’a pas répondu' })
  await user.click(within(failure).getByRole('button', { name: 'Fermer' }))
  answerWith(aQueue())
  await answerQuestion(user, 'Oui, les retirer de la file')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a price that changed while it was printed is told', async () => {
  aPrinter()
  const answer = aQueue()
  const { user } = await aDesk({
    path,
    products: shelf,
    answer: (asked) => (asked.path === '/labels/printed' ? ok({ printed: 2, changed: 1 }) : answer(asked)),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.click(within(await panel()).getByRole('button', { name: 'Imprimer' }))
  await answerQuestion(user, 'Oui, les retirer de la file')
  await waitFor(() =>
    expect(plain(document.body.textContent ?? '')).toContain(
      '2 étiquettes retirées de la file. 1 prix a changé depuis : à imprimer de nouveau.',
    ),
  )
})

test('a scan adds the label of its product and ticks it; twice says so, and an unknown code too', async () => {
  const { user, sent } = await aDesk({ path, products: shelf, answer: aQueue(waiting.slice(1)) })
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  const scan = async (code: string) =>
    user.type(screen.getByRole('textbox', { name: 'Scanner un produit' }), `${code}{Enter}`)
  const word = async (text: RegExp) => waitFor(() => expect(pageText()).toMatch(text))
  await scan(ean13)
  await word(/Amoxicilline.*étiquette ajoutée/)
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await waitFor(async () => expect(plain((await panel()).textContent ?? '')).toMatch(/1 étiquette cochée/))
  await scan(ean13)
  await word(/son étiquette est déjà dans la file/)
  await scan('3400000000001')
  await word(/3400000000001 : aucun produit du stock n’a ce code/)
  expect(sent('POST /labels')).toEqual([{ productIds: [shelf[0]!.id] }, { productIds: [shelf[0]!.id] }])
  expect(rowTexts()).toHaveLength(3)
})

test('ticked labels are taken out without printing, after a question', async () => {
  const { user, sent } = await aDesk({ path, products: shelf, answer: aQueue() })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await tick(user, 'Amoxicilline')
  await user.click(screen.getByRole('button', { name: 'Retirer de la file' }))
  const question = await screen.findByRole('alertdialog', { name: /Retirer 1.étiquette de la file/ })
  await user.click(within(question).getByRole('button', { name: 'Retirer' }))
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  expect(sent('POST /labels/remove')).toEqual([{ ids: [id(1)] }])
})

test('who may not change products sees the queue, and nothing to change it with', async () => {
  await aDesk({ path, products: shelf, answer: aQueue(), permissions: ['sale.sell'] })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(screen.queryByRole('complementary', { name: 'Impression' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Scanner un produit' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Copies' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Cocher toute la liste' })).toBeNull()
})

test('an empty queue says what fills it; without a network nothing is added to it', async () => {
  const empty = await aDesk({ path, products: shelf, answer: aQueue([]) })
  await waitFor(() => expect(pageText()).toContain('Aucune étiquette à imprimer. Un changement de prix'))
  empty.goOffline()
  await waitFor(() =>
    expect((screen.getByRole('textbox', { name: 'Scanner un produit' }) as HTMLInputElement).disabled).toBe(true),
  )
})

test('a server that fails is told, with a way to try again', async () => {
  const { user, answerWith } = await aDesk({
    path,
    products: shelf,
    answer: ({ path: asked }) => (asked === '/labels' ? { status: 500, body: { message: 'internal' } } : undefined),
  })
  await waitFor(() => expect(pageText()).toContain('Les étiquettes n’ont pas pu être chargées'))
  answerWith(aQueue())
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
})

test('ticked products of the stock go into the queue with one call, and lead to it', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/stock',
    products: shelf,
    answer: aQueue(waiting.slice(0, 1)),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  await user.click(screen.getByRole('button', { name: 'Étiquettes de prix' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Étiquettes de prix' }))
  await user.click(dialog.getByRole('button', { name: 'Ajouter à la file' }))
  await waitFor(() =>
    expect(plain(document.body.textContent ?? '')).toContain('2 étiquettes ajoutées, 1 attendait déjà'),
  )
  expect(sent('POST /labels')).toEqual([{ productIds: shelf.map((product) => product.id) }])
  await user.click(dialog.getByRole('link', { name: 'Voir les étiquettes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Étiquettes de prix' })).toBeTruthy()
})

test('a setting that a full terminal does not keep is said, and kept once there is room', async () => {
  const { user, store } = await aDesk({ path, products: shelf, answer: aQueue() })
  onTestFinished(followDisk(store))
  await store.get(sharedSalesAtom)!.store.snapshot(0)
  const price = within(await panel()).getByRole('checkbox', { name: 'Prix' })
  const free = fillDisk()
  await user.click(price)
  expect(await screen.findByText(/Ce poste n’a plus de place/)).toBeTruthy()
  free()
  await user.click(screen.getByRole('button', { name: 'Libérer de la place' }))
  await user.click(await screen.findByRole('button', { name: 'Retirer les listes' }))
  await waitFor(() => expect(screen.queryByText(/Ce poste n’a plus de place/)).toBeNull())
  expect(JSON.parse(localStorage.getItem('officine.labels') ?? '{}')).toMatchObject({ showsPrice: false })
})
