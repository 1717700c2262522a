import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { DeliveryDetail, DeliveryLine, NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { emptyLine } from '#shared/domain/deliveries/delivery-line.ts'
import { judgedLines } from '#backoffice/deliveries/judged-line.ts'
import { LineEditor } from '#backoffice/deliveries/line-editor.tsx'
import { projectedLines } from '#backoffice/deliveries/projected-lines.ts'
import { draw } from '#tests/ui/draw.tsx'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { aDue } from './support/a-due.ts'
import { aDesk, ok, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const deliveryId = '018f0000-0000-7000-8000-0000000000d1'
const lineId = '018f0000-0000-7000-8000-0000000000d2'
const productId = '018f0000-0000-7000-8000-0000000000d3'
const packagingId = '018f0000-0000-7000-8000-0000000000d4'

const aLine = (rest: Partial<DeliveryLine> = {}): DeliveryLine => ({
  ...emptyLine,
  id: lineId,
  code: '2512345',
  label: 'COARTEM 20/120',
  ordered: null,
  notePrice: null,
  productId,
  packagingId,
  productLabel: 'Coartem 20/120 mg cp B/24',
  packaging: 'Boîte',
  tracing: 'lot-and-expiry',
  noted: 10,
  received: 10,
  purchasePrice: '3020',
  lot: 'KX2317',
  expiresOn: '2028-04-30',
  changedByName: null,
  stockItemId: null,
  before: { cost: 2810, price: 3850, policy: { coefficient: 1370, step: 5 } },
  packagings: [{ id: packagingId, label: 'Boîte', units: 24 }],
  ...rest,
})
const aDelivery = (rest: Partial<DeliveryDetail> = {}): DeliveryDetail => ({
  id: deliveryId,
  number: 7,
  supplierId: '018f0000-0000-7000-8000-0000000000d5',
  supplierName: 'Ubipharm',
  bl: '88412',
  noteDay: null,
  receivedOn: '2026-11-21',
  state: 'open',
  noteTotal: 30_200,
  aib: null,
  note: null,
  partOf: null,
  orderId: null,
  isFromFile: true,
  createdAt: '2026-11-21T08:00:00.000Z',
  createdByName: 'TOSSOU Mireille',
  closedAt: null,
  closedByName: null,
  canceledAt: null,
  cancelReason: null,
  sums: { lines: 1, checked: 0, received: 10, noted: 10, free: 0, total: 30_200 },
  lines: [aLine()],
  ...rest,
})
const anAct = (rest: Partial<NewDeliveryAct>): NewDeliveryAct => ({
  id: lineId,
  revision: 1,
  terminalId: lineId,
  sessionId: lineId,
  sellerId: lineId,
  sellerRoles: [],
  doneAt: '2026-11-21T09:00:00.000Z',
  deliveryId,
  lineId,
  add: 0,
  set: {},
  fill: {},
  ...rest,
})

describe('gestures that the answer does not show yet', () => {
  test('count on their line, and make new ones', () => {
    const line = { code: null, label: 'Smecta', productId: 'p9', packagingId: null }
    const lines = projectedLines(
      [aLine()],
      [anAct({ add: 1 }), anAct({ add: 1 }), anAct({ lineId: 'new', line, add: 1, fill: { lot: 'A' } })],
      (id) => (id === 'p9' ? 'Smecta 3 g' : undefined),
    )
    expect(lines).toMatchObject([
      { received: 2, isChecked: true },
      { id: 'new', received: 1, lot: 'A', productLabel: 'Smecta 3 g' },
    ])
    expect(projectedLines([aLine()], [anAct({ lineId: 'gone', add: 1 })], () => undefined)).toHaveLength(1)
    const kept = anAct({ set: { purchasePrice: 640 as never } })
    expect(projectedLines([aLine()], [kept], () => undefined)).toMatchObject([{ purchasePrice: '640' }])
  })

  test('a line without its product has no margin, a removed one is not in sight', () => {
    const [unknown] = judgedLines(
      [aLine({ productId: null, before: { cost: null, price: null, policy: null } })],
      '2026-11-21',
    )
    expect(unknown).toMatchObject({ price: null, margin: null, alerts: [{ kind: 'unknown-product' }] })
    expect(judgedLines([aLine({ isRemoved: true })], '2026-11-21')).toEqual([])
  })
})

/** A server with one delivery; a closing is answered by `closing`. */
function aShop(delivery: DeliveryDetail, closing: Answer, asked: Asked[] = []) {
  return (question: Asked): Answer | undefined => {
    asked.push(question)
    if (question.path === `/deliveries/${deliveryId}`) return ok(delivery)
    if (question.path === `/deliveries/${deliveryId}/close`) return closing
    return undefined
  }
}
const open = (answer: ReturnType<typeof aShop>) =>
  aDesk({ path: `/backoffice/livraisons/${deliveryId}`, products: [], answer })

test('the AIB of the invoice is typed when it comes, also after the closing', async () => {
  const closed = aDelivery({ state: 'closed', closedByName: 'TOSSOU Mireille', closedAt: '2026-11-21T10:00:00.000Z' })
  const { sent, user } = await open(aShop(closed, ok({})))
  await user.click(await screen.findByRole('button', { name: 'Saisir l’AIB' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('AIB ajouté par le fournisseur')
  expect(plain(dialog.getByText(/D’après sa facture/).textContent)).toMatch(
    /AIB 1 % : 302 F CFA, AIB 5 % : 1 510 F CFA/,
  )
  await user.type(field, '302')
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(sent(`PATCH /deliveries/${deliveryId}`)).toEqual([{ aib: 302 }]))
})

test('an AIB with a zero too many is asked for once more', async () => {
  const { sent, user } = await open(aShop(aDelivery(), ok({})))
  await user.click(await screen.findByRole('button', { name: 'Saisir l’AIB' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('AIB ajouté par le fournisseur'), '3020')
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  expect(plain(dialog.getByRole('alert').textContent)).toBe(
    'Est-ce bien 3 020 F CFA ? L’AIB du reçu HT est de 1 510 F CFA au plus.',
  )
  expect(sent(`PATCH /deliveries/${deliveryId}`)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Oui, c’est bien ça' }))
  await waitFor(() => expect(sent(`PATCH /deliveries/${deliveryId}`)).toEqual([{ aib: 3020 }]))
})

test('the AIB is shown with what the delivery comes to', async () => {
  await open(aShop(aDelivery({ aib: 302 }), ok({})))
  const note = await screen.findByRole('region', { name: 'Le BL' })
  expect(plain(note.textContent)).toContain('AIB302 F CFATotal avec AIB30 502 F CFA')
  expect(within(note).getByRole('button', { name: 'Changer l’AIB' })).toBeTruthy()
})

test('a margin that falls is told, with the price that the policy gives', async () => {
  await open(aShop(aDelivery(), ok({})))
  const told = await screen.findByRole('region', { name: 'À vérifier' })
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Étiquettes de prix' })).toBeNull()
  expect(plain(told.textContent)).toContain('la marge passe de 27 % à 22 %')
  expect(within(told).getByRole('button', { name: /Prix public à 4.140/ })).toBeTruthy()
})

test('the unit price of a line is shown and typed with the decimals of the note', async () => {
  const saved: unknown[] = []
  const [line] = judgedLines([aLine({ purchasePrice: '2334.45' })], '2026-11-21')
  const nothing = () => {}
  const { user } = draw(
    <LineEditor
      line={line!}
      onSave={(set) => saved.push(set)}
      onRemove={nothing}
      onAnotherLot={nothing}
      onClose={nothing}
    />,
  )
  const price = screen.getByRole('textbox', { name: 'Prix d’achat' })
  expect(plain((price as HTMLInputElement).value)).toBe('2 334,45')
  const type = async (text: string) => {
    await user.clear(price)
    await user.type(price, `${text}{Enter}`)
  }
  await type('2.334,45')
  expect(saved).toEqual([])
  expect(screen.getByText('Montant')).toBeTruthy()
  await type('1 938,5')
  await type('1938.50')
  expect(saved).toEqual(
    ['1938.5', '1938.50'].map((purchasePrice) => expect.objectContaining({ purchasePrice }) as object),
  )
})

test('a refused closing names its lines, and opens the first one', async () => {
  const refusal = {
    status: 422,
    body: {
      message: 'deliveries:cannotClose',
      details: { lines: 1, issues: [{ lineId, label: 'COARTEM 20/120', fault: 'expired' }] },
    },
  }
  const { user } = await open(aShop(aDelivery(), refusal))
  await user.click(await screen.findByRole('button', { name: 'Valider la livraison' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('checkbox', { name: /^Valider sans contrôler/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Valider' }))
  expect(plain((await within(dialog).findByRole('alert')).textContent)).toContain('COARTEM 20/120 : le lot est périmé')
  await user.click(within(dialog).getByRole('button', { name: 'Ouvrir la première ligne' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('form', { name: /^Ligne Coartem/ })).toBeTruthy()
})

test('lines without a lot or an expiry are named, and enter only when the member has said so', async () => {
  const asked: Asked[] = []
  const lines = [
    aLine({ lot: null, expiresOn: null }),
    aLine({ id: productId, productLabel: 'Bande', lot: null, expiresOn: null, tracing: 'nothing' }),
    aLine({ id: packagingId, productLabel: 'Efferalgan', lot: null }),
  ]
  const { user } = await open(aShop(aDelivery({ lines }), ok({ id: deliveryId, restId: null }), asked))
  await user.click(await screen.findByRole('button', { name: 'Valider la livraison' }))
  const dialog = await screen.findByRole('dialog')
  const named = within(dialog).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent).filter((text) => /, sans /.test(text ?? ''))).toEqual([
    'Coartem 20/120 mg cp B/24, sans lot ni péremption',
    'Efferalgan, sans numéro de lot',
  ])
  const close = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Valider' })
  expect(close.disabled).toBe(true)
  await user.click(within(dialog).getByRole('checkbox', { name: /^Valider sans contrôler/ }))
  expect(close.disabled).toBe(true)
  await user.click(within(dialog).getByRole('checkbox', { name: /^Faire entrer 2.lignes incomplètes/ }))
  await user.click(close)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `/deliveries/${deliveryId}/close`)?.body).toMatchObject({ withoutLot: 2 }),
  )
})

test('a line that is named in the closing opens', async () => {
  const { user } = await open(aShop(aDelivery({ lines: [aLine({ lot: null })] }), ok({})))
  await user.click(await screen.findByRole('button', { name: 'Valider la livraison' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Coartem/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('form', { name: /^Ligne Coartem/ })).toBeTruthy()
})

test('a closed delivery takes no gesture, and leads to the labels that it queued', async () => {
  await open(aShop(aDelivery({ state: 'closed', closedByName: 'TOSSOU Mireille' }), ok({})))
  await screen.findByText('Validée par')
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('link', { name: 'Étiquettes de prix' }).getAttribute('href')).toBe('/backoffice/etiquettes')
  expect(screen.queryByRole('textbox', { name: 'Scanner une boîte' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Valider la livraison' })).toBeNull()
})

describe('customers who wait for the products of a delivery', () => {
  const owed = aDue({ pharmacyProductId: productId })
  const withDues =
    (delivery: DeliveryDetail) =>
    (question: Asked): Answer | undefined =>
      question.path === '/dues'
        ? ok({ items: [owed, aDue({ id: lineId, name: 'Le voisin' })], total: 2 })
        : aShop(delivery, ok({}))(question)

  test('are listed beside its lines and in the closing, with the number to call', async () => {
    const { user } = await open(withDues(aDelivery()))
    const sheet = await screen.findByRole('region', { name: 'Dus à remettre' })
    const rows = within(sheet).getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => plain(cell.textContent)),
      ),
    ).toEqual([['Coartem 20/120 mg cp B/24', '2', 'HOUNTONDJI Adjoa', '01 96 12 34 56', 'n° 811']])
    const linkOf = (name: RegExp) => within(sheet).getByRole('link', { name }).getAttribute('href')
    expect(linkOf(/^01/)).toBe('tel:+2290196123456')
    expect(linkOf(/^n°/)).toBe(`/backoffice/ventes/${owed.saleId}`)
    await user.click(screen.getByRole('button', { name: 'Valider la livraison' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('table', { name: 'Dus à remettre' }).textContent).toContain('HOUNTONDJI Adjoa')
  })

  test('are still to call once it is closed', async () => {
    await open(withDues(aDelivery({ state: 'closed' })))
    expect(await screen.findByRole('region', { name: 'Dus à remettre' })).toBeTruthy()
  })

  test.each([
    ['the product is not known', aDelivery({ lines: [aLine({ productId: null })] })],
    ['no box came', aDelivery({ lines: [aLine({ received: 0 })] })],
    ['it was canceled', aDelivery({ state: 'canceled' })],
  ])('are not in sight when %s', async (_, delivery) => {
    await open(withDues(delivery))
    await screen.findByRole('region', { name: 'À vérifier' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Dus à remettre' })).toBeNull())
  })
})

describe('closing a delivery that was not looked at', () => {
  const unseen = (rest: Partial<DeliveryLine> = {}) => aLine({ received: 39, noted: 39, ...rest })
  const order = '018f0000-0000-7000-8000-0000000000d9'

  test('names the lines and boxes, and needs a confirmation', async () => {
    const asked: Asked[] = []
    const lines = [unseen(), unseen({ id: order, lot: 'KX2318' })]
    const { user } = await open(aShop(aDelivery({ lines, orderId: order, isFromFile: false }), ok({}), asked))
    const told = await screen.findByRole('region', { name: 'À vérifier' })
    expect(plain(told.textContent)).toContain('2 lignes (78 boîtes) ne sont pas contrôlées.')
    expect(plain(told.textContent)).not.toContain('Rien à signaler')
    await user.click(screen.getByRole('button', { name: 'Valider la livraison' }))
    const dialog = within(await screen.findByRole('dialog'))
    const close = dialog.getByRole('button', { name: 'Valider' })
    expect(close).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox', { name: /^Valider sans contrôler 2/ }))
    await user.click(close)
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/close'))?.body).toMatchObject({ uncontrolled: 2 }),
    )
  })

  test('asks nothing once each line is controlled', async () => {
    const { user } = await open(aShop(aDelivery({ lines: [unseen({ isChecked: true })] }), ok({})))
    await user.click(await screen.findByRole('button', { name: 'Valider la livraison' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Valider' })).toHaveProperty('disabled', false)
    expect(dialog.queryByRole('checkbox', { name: /^Valider sans contrôler/ })).toBeNull()
  })

  test('leaves what is missing with the order, unless it will not come', async () => {
    const asked: Asked[] = []
    const lines = [unseen({ isChecked: true, received: 30 })]
    const { user } = await open(aShop(aDelivery({ lines, orderId: order, isFromFile: false }), ok({}), asked))
    await user.click(await screen.findByRole('button', { name: 'Valider la livraison' }))
    const dialog = within(await screen.findByRole('dialog'))
    const stays = dialog.getByRole('radio', { name: 'Elles restent attendues, avec leur propre BL' })
    expect(stays).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('button', { name: 'Valider' }))
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/close'))?.body).toMatchObject({ rest: 'awaited' }),
    )
  })
})

describe('gestures on several lines', () => {
  const twinId = '018f0000-0000-7000-8000-0000000000da'
  const checked = { isChecked: true, received: 10 } as const

  test('a line that stands twice is asked about; both become one line with all boxes', async () => {
    const asked: Asked[] = []
    const lines = [aLine(checked), aLine({ ...checked, id: twinId, received: 4, noted: 4 })]
    const { user } = await open(aShop(aDelivery({ lines }), ok({}), asked))
    const question = await screen.findByRole('list', { name: 'Lignes en double' })
    expect(plain(question.textContent)).toContain('10 boîtes puis 4 boîtes. Une seule ligne, ou les deux ?')
    await user.click(within(question).getByRole('button', { name: /^Les deux/ }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Lignes en double' })).toBeNull())
    await waitFor(() =>
      expect(actsOf(asked)).toMatchObject([
        { lineId, set: { noted: 14, received: 14 } },
        { lineId: twinId, set: { isRemoved: true } },
      ]),
    )
  })

  test('the sale prices of the whole note are listed, then taken at once', async () => {
    const asked: Asked[] = []
    const policy = { coefficient: 1370, step: 5 }
    const lines = [
      aLine(checked),
      aLine({
        ...checked,
        id: twinId,
        lot: 'KX2318',
        productLabel: 'Artefan',
        before: { cost: 2810, price: 3900, policy },
      }),
    ].map((line, nth) => ({ ...line, productId: nth === 0 ? productId : twinId }))
    const { user } = await open(aShop(aDelivery({ lines }), ok({}), asked))
    await user.click(await screen.findByRole('button', { name: /^Prendre 2/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Prix publics de la livraison' }))
    const rows = dialog.getAllByRole('row').slice(1)
    expect(rows.map((row) => plain(row.textContent))).toEqual([
      expect.stringMatching(/3 850.*4 140/) as string,
      expect.stringMatching(/3 900.*4 140/) as string,
    ])
    await user.click(dialog.getByRole('checkbox', { name: 'Artefan' }))
    await user.click(dialog.getByRole('button', { name: /^Prendre 1/ }))
    await waitFor(() => expect(actsOf(asked)).toMatchObject([{ lineId, set: { salePrice: 4140 } }]))
  })
})

function actsOf(asked: readonly Asked[]): unknown[] {
  return asked.filter(({ path }) => path === '/deliveries/acts').map(({ body }) => body)
}

test('scans that a full disk refuses are counted, keep the delivery open, and come back once', async () => {
  const shelf = [stocked(1, 'Smecta 3 g sach. B/30', [{ quantity: 3 }], { codes: ['3400930145449'] })]
  const shop = aShop(aDelivery({ lines: [aLine({ isChecked: true })] }), ok({}))
  const { user, store, sent } = await aDesk({
    path: `/backoffice/livraisons/${deliveryId}`,
    products: shelf,
    answer: (asked) =>
      asked.path === '/deliveries/acts' ? ok({ id: (asked.body as NewDeliveryAct).id }) : shop(asked),
  })
  const field = await screen.findByRole('textbox', { name: 'Scanner une boîte' })
  await waitFor(() => expect(store.get(productIndexAtom)).not.toBeNull())
  await store.get(sharedSalesAtom)!.store.snapshot(0)
  const box = async () => {
    await user.clear(field)
    await user.type(field, '3400930145449{Enter}')
  }
  const close = async () => {
    await user.click(screen.getByRole('button', { name: 'Valider la livraison' }))
    const closing = within(await screen.findByRole('dialog', { name: /Valider la livraison/ }))
    const isRefused = closing.getByRole('button', { name: 'Valider' }).hasAttribute('disabled')
    await user.click(closing.getByRole('button', { name: 'Annuler' }))
    return isRefused
  }
  expect(await close()).toBe(false)
  const free = fillDisk()
  await box()
  expect((await screen.findByText(/1 saisie de cette livraison attend/)).textContent).toMatch(
    /n’a plus de place.*Remettre/,
  )
  expect(await screen.findByText(/Smecta.*pas encore enregistré/)).toBeTruthy()
  await box()
  expect(await screen.findByText(/2 saisies de cette livraison attendent/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remettre' }))
  expect(await screen.findByText(/2 saisies de cette livraison attendent/)).toBeTruthy()
  expect(await close()).toBe(true)

  free()
  await user.click(screen.getByRole('button', { name: 'Remettre' }))
  await waitFor(() => expect(screen.queryByText(/de cette livraison attend/)).toBeNull())
  await waitFor(() => expect(sent('POST /deliveries/acts')).toHaveLength(2))
  const [first, second] = sent('POST /deliveries/acts') as NewDeliveryAct[]
  expect(first).toMatchObject({ add: 1, line: { productId: shelf[0]!.id } })
  expect(second).toMatchObject({ add: 1, lineId: first!.lineId })
  await box()
  await waitFor(() => expect(sent('POST /deliveries/acts')).toHaveLength(3))
})
