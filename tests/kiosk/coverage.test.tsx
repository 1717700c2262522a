import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CoverageLine } from '#kiosk/counter/coverage/coverage-line.tsx'
import { editSaleAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { Person } from '#shared/contract/persons.ts'
import { fittedSize, largestBytes, shrink } from '#shared/ui/photo-shrink.ts'
import { setPayments } from '#shared/domain/sale-lines.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { photosOfSaleAtom } from '#shared/store/sales/note-atoms.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aPolicy, aSchemeLine } from '#tests/support/listed-rows.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { aurele, clarisse, nsiaContract, theClients } from './support/the-clients.ts'
import { coartem, theShelf } from './support/the-shelf.ts'

/** The scheme pays 70 % of 3 000 for a box of Coartem, and for nothing else. */
const coartemLine = aSchemeLine(1, { basePrice: 3000, rate: 70 })
const shelf = theShelf.map((product) =>
  product.id === coartem.id ? { ...product, productId: coartemLine.productId } : product,
)
const theLists = { ...theClients, 'product-health-insurance': [coartemLine] }
const [coartemCode, dolipraneCode] = ['3400930145449', '3400935955838']

const plain = (element: Element | null) => element?.textContent?.replaceAll(/\s/g, ' ') ?? ''
const bar = () => screen.findByRole('button', { name: /Qui paie quoi/ })
const panel = () => screen.findByRole('dialog', { name: 'Qui paie quoi' })
const payer = async (name: string) => within(await panel()).findByRole('listitem', { name })

/** A sale to the patient that this finds first, or the `nth`. */
async function aSaleTo(
  typed: string,
  { nth = 0, ...given }: Partial<Parameters<typeof aCounter>[0]> & { nth?: number } = {},
) {
  const counter = await aCounter({ products: shelf, clients: theLists, path: '/kiosk/clients', ...given })
  const search = await screen.findByRole('searchbox', { name: 'Chercher un client' })
  await waitFor(() => expect(counter.store.get(personIndexAtom)).not.toBeNull())
  fireEvent.change(search, { target: { value: typed } })
  const hits = await waitFor(() => {
    const found = within(screen.getByRole('list', { name: 'Clients trouvés' })).queryAllByRole('button')
    if (found.length <= nth) throw new Error(`nobody is called ${typed}`)
    return found
  })
  await counter.user.click(hits[nth]!)
  await counter.user.click(await button(/Vendre à ce patient/))
  await screen.findByRole('searchbox', { name: /.*/ })
  await screen.findByRole('group', { name: 'Patient' })
  return { ...counter, payments: () => counter.sales()[0]?.payments ?? [] }
}

/** The persons of this terminal change: another window wrote what the server said. */
async function arrives(person: Person): Promise<void> {
  const [lists, bus] = [openListStore(pharmacyId), openBus()]
  const { rev } = await lists.readMeta('persons')
  const page = { items: [person], removed: [], cursor: `c${rev + 1}`, epoch: 'e1', total: 1, more: false }
  const meta = await lists.applyChanges('persons', rev, page, Date.now())
  bus.post({ kind: 'changed', store: 'lists', rev: meta.rev, list: 'persons' })
  onTestFinished(() => [lists, bus].forEach((each) => each.close()))
}

/** A line of the ticket, touched: it says who pays what of it, and why. */
async function touchedLine(user: Awaited<ReturnType<typeof aCounter>>['user'], label: string) {
  await user.click(within(await lineOf(label)).getByRole('button', { name: new RegExp(`^${label}`) }))
  return lineOf(label)
}

test('two payers, line by line: what the patient pays; a touch says what each takes and why not the rest', async () => {
  const { user } = await aSaleTo('clarisse')
  scan(coartemCode)
  scan(dolipraneCode)
  await waitFor(async () => expect(plain(await lineOf('Doliprane'))).toContain('patient 250'))
  expect(plain(await lineOf('Coartem'))).toContain('patient 0')
  expect(plain(await lineOf('Coartem'))).not.toContain('ARCH')
  // 3 850: the scheme 70 % of 3 000, the insurer the 1 750 that are left of its 80 %.
  expect(plain(await touchedLine(user, 'Coartem'))).toMatch(
    /ARCH 70 % de 3 000 : 2 100NSIA Assurances 80 % : 1 750Patient : 0/,
  )
  expect(plain(await touchedLine(user, 'Doliprane'))).toMatch(
    /NSIA Assurances 80 % : 1 000Patient : 250Hors de la liste du régime \(ARCH\)/,
  )
  expect(plain(await bar())).toContain('ARCH 2 100 · NSIA Assurances 2 750')
  expect(plain(screen.getByRole('status', { name: 'À payer' }))).toMatch(/250 F CFA/)
})

test('a line that others pay whole says nothing of the scheme that does not list it; one that the patient pays for does', () => {
  const notListed = [{ lineId: 'l', policyId: 'arch', amount: 1250, reason: { kind: 'not-listed' as const } }]
  const parts = (nsia: number) => [
    { policyId: 'arch', name: 'ARCH', percent: 70, base: null, amount: 0, uncovered: notListed },
    { policyId: 'nsia', name: 'NSIA', percent: 100, base: null, amount: nsia, uncovered: [] },
  ]
  const said = (patient: number) =>
    plain(render(<CoverageLine line={{ total: 1250, patient, parts: parts(1250 - patient) }} />).container)
  expect(said(0)).toBe('NSIA 100 % : 1 250Patient : 0')
  expect(said(250)).toContain('Hors de la liste du régime (ARCH)')
  expect(said(1250)).toContain('Hors de la liste du régime (ARCH)')
})

test('the sale is sent with the shares of each line; the voucher number that is missing is named first, and typed once', async () => {
  const { sent, user, payments } = await aSaleTo('clarisse')
  scan(coartemCode)
  scan(dolipraneCode)
  await lineOf('Doliprane')
  await user.click(await button(/^250/))
  await user.click(await button(/^Terminer$/))
  expect(plain(await screen.findByRole('alertdialog'))).toContain('Numéro de bon manquant')
  expect(sent).toHaveLength(0)
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Reprendre la vente' }))
  await user.click(await bar())
  await user.type(
    within(await payer('NSIA Assurances')).getByRole('textbox', { name: 'Numéro de bon' }),
    '2026-11873{Enter}',
  )
  await waitFor(() => expect(payments()).toMatchObject([{}, { insuranceMetadata: { voucher: '2026-11873' } }, {}]))
  await user.click(within(await panel()).getByRole('button', { name: 'Fermer' }))
  expect(plain(screen.getByRole('group', { name: 'Patient' }))).toContain('bon 2026-11873')
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('region', { name: /terminée/ })
  const [first, second] = sent[0]!.records.map(({ id }) => id)
  expect(sent[0]).toMatchObject({
    patientId: clarisse.id,
    total: 5100,
    payments: [
      {
        type: 'SOCIAL_SECURITY',
        amount: 2100,
        socialSecurityMetadata: { body: 'ARCH', identifier: 'SS-1', contractPolicy: clarisse.policies[1]!.id },
        shares: [{ lineId: first, amount: 2100 }],
      },
      {
        type: 'INSURANCE',
        amount: 2750,
        insuranceMetadata: {
          insurer: 'NSIA Assurances',
          coverage: 80,
          contractPolicy: clarisse.policies[0]!.id,
          voucher: '2026-11873',
        },
      },
      { type: 'CASH', amount: 250, tendered: 250 },
    ],
  })
  const insurer = sent[0]!.payments[1]!
  expect('shares' in insurer && new Map(insurer.shares!.map(({ lineId, amount }) => [lineId, amount]))).toEqual(
    new Map([
      [first, 1750],
      [second, 1000],
    ]),
  )
})

test('a box is never taken for a voucher, even while a voucher is asked for', async () => {
  const { user, payments } = await aSaleTo('clarisse')
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await bar())
  await user.click(within(await payer('NSIA Assurances')).getByRole('textbox', { name: 'Numéro de bon' }))
  scan(dolipraneCode)
  await waitFor(() => expect(lines()).toHaveLength(2))
  expect(payments()).toMatchObject([{}, { amount: 2750, insuranceMetadata: { voucher: null } }])
})

test('a voucher that is scanned goes into its number, wherever the focus is; the next box goes onto the ticket', async () => {
  const { user, payments } = await aSaleTo('clarisse')
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await bar())
  const field = within(await payer('NSIA Assurances')).getByRole('textbox', { name: 'Numéro de bon' })
  await user.type(field, 'half typed')
  scan('NSIA-2026-004711')
  await waitFor(() => expect(payments()).toMatchObject([{}, { insuranceMetadata: { voucher: 'NSIA-2026-004711' } }]))
  await waitFor(async () =>
    expect(
      within(await payer('NSIA Assurances')).getByRole<HTMLInputElement>('textbox', { name: 'Numéro de bon' }).value,
    ).toBe('NSIA-2026-004711'),
  )
  expect(lines()).toHaveLength(1)
  scan(dolipraneCode)
  await waitFor(() => expect(lines()).toHaveLength(2))
  expect(payments()).toMatchObject([{}, { amount: 2750, insuranceMetadata: { voucher: 'NSIA-2026-004711' } }])
})

test('a policy put aside pays nothing and says so; used again, everything is as before', async () => {
  const { user, payments } = await aSaleTo('clarisse')
  scan(coartemCode)
  await lineOf('Coartem')
  await user.keyboard('{F7}')
  await user.click(within(await payer('ARCH')).getByRole('button', { name: 'Ne pas utiliser ARCH' }))
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'INSURANCE', amount: 3080 }]))
  expect(plain(await payer('ARCH'))).toContain('Non utilisée')
  await user.click(within(await payer('ARCH')).getByRole('button', { name: 'Utiliser ARCH' }))
  await waitFor(() => expect(payments().map(({ amount }) => amount)).toEqual([2100, 1750]))
})

test('the panel says what every payer leaves of a line, and what is left of its ceiling', async () => {
  const { user } = await aSaleTo('clarisse')
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await bar())
  const text = plain(await panel())
  expect(text).toContain('ARCH : Au-dessus du prix de référence, 850')
  expect(text).toContain('ARCH : Ticket modérateur 30 %, 900')
  expect(text).toContain('Plafond du mois : il reste 18 000 sur 50 000 avant cette vente')
  expect(text).toContain('Expire dans 12 jours')
  expect(text).toContain('À la charge du patient : 0 F CFA')
})

test('a card that expired covers nothing, and it is said', async () => {
  const { payments } = await aSaleTo('clarisse', { nth: 1 })
  scan(coartemCode)
  await lineOf('Coartem')
  expect(plain(await bar())).toContain('Rien n’est pris en charge : NSIA Assurances (expirée)')
  expect(payments()).toEqual([])
  expect(plain(screen.getByRole('status', { name: 'À payer' }))).toMatch(/3 850/)
})

test('a ceiling reached, a card that waits and a contract that is gone are each said', async () => {
  const { user } = await aSaleTo('gaston')
  scan(coartemCode)
  await lineOf('Coartem')
  expect(plain(await bar())).toContain(
    'NSIA Assurances (plafond du mois atteint), Port de Cotonou (pas encore valable), Police GONE-1 (contrat inconnu ou archivé)',
  )
  expect(plain(await lineOf('Coartem'))).toContain('non couvert')
  expect(plain(await touchedLine(user, 'Coartem'))).toContain('Plafond du mois atteint (NSIA Assurances)')
})

test('without the patient nobody else pays; taken back, payments and voucher number are there again', async () => {
  const { user, payments, store, sales } = await aSaleTo('clarisse')
  scan(coartemCode)
  await lineOf('Coartem')
  const id = sales()[0]!.id
  await store.set(editSaleAtom, id, (sale) =>
    setPayments(
      sale,
      sale.payments.map((payment) =>
        payment.type === 'INSURANCE'
          ? { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher: 'B-1' } }
          : payment,
      ),
    ),
  )
  const before = payments()
  await user.click(await button(/Retirer AGBODJAN/))
  await waitFor(() => expect(payments()).toEqual([]))
  await user.click(await button(/^Annuler$/))
  await waitFor(() => expect(payments()).toEqual(before))
})

test('what this terminal sold and the lists do not know yet is counted in the ceiling', async () => {
  const lists = {
    ...theLists,
    persons: [
      {
        ...clarisse,
        policies: [
          { ...clarisse.policies[0]!, ceilings: { perSale: null, perDay: null, perMonth: 35_000, perYear: null } },
        ],
      },
    ],
  }
  const { sent, user, store, sales, payments } = await aSaleTo('clarisse', { clients: lists, onSale: () => 'nobody' })
  scan(coartemCode)
  await lineOf('Coartem')
  // 3 080 wanted, 3 000 left of the month.
  await waitFor(() => expect(payments()).toMatchObject([{ amount: 3000 }]))
  expect(plain(await touchedLine(user, 'Coartem'))).toContain('Plafond du mois atteint (NSIA Assurances)')
  await user.click(await button(/Fermer la ligne/))
  await store.set(editSaleAtom, sales()[0]!.id, (sale) =>
    setPayments(
      sale,
      sale.payments.map((payment) =>
        payment.type === 'INSURANCE'
          ? { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher: 'B-1' } }
          : payment,
      ),
    ),
  )
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  const next = await waitFor(() => {
    const open = sales().find(({ status }) => status === 'ONGOING')
    if (!open) throw new Error('no sale to go on with')
    return open
  })
  await store.set(editSaleAtom, next.id, (sale) => ({
    ...sale,
    patient: { id: clarisse.id, firstName: 'Clarisse', lastName: 'Agbodjan' },
  }))
  scan(coartemCode)
  await lineOf('Coartem')
  expect(plain(await bar())).toContain('plafond du mois atteint')
  expect(sales().find(({ id }) => id === next.id)?.payments).toEqual([])
})

test('a policy that arrives while its patient stands in the sale pays at once, on the ticket and among the payments', async () => {
  const { user, payments } = await aSaleTo('aurele')
  scan(coartemCode)
  await lineOf('Coartem')
  expect(payments()).toEqual([])
  const insured = (number: string) => ({
    ...aurele,
    policies: [aPolicy(7, { contractId: nsiaContract.id, number, coverage: number === 'NS-8' ? 50 : 80 })],
  })
  await arrives(insured('NS-7'))
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'INSURANCE', amount: 3080 }]))
  expect(plain(await lineOf('Coartem'))).toContain('patient 770')
  await user.click(await button(/^Encaisser/))
  await arrives(insured('NS-8'))
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'INSURANCE', amount: 1925 }]))
})

test('a credit beyond the limit, with what this terminal sold on credit since, is refused before it is sent', async () => {
  // 15 000 of 40 000 are owed.
  const { sent, user, store, sales } = await aSaleTo('clarisse')
  await store.set(editSaleAtom, sales()[0]!.id, (sale) => ({
    ...sale,
    vouchers: [{ id: '018f0000-0000-7000-8000-0000000000c1', label: 'Location', quantity: 1, price: 30_000 }],
  }))
  await store.set(editSaleAtom, sales()[0]!.id, (sale) =>
    setPayments(sale, [
      {
        id: '018f0000-0000-7000-8000-0000000000c2',
        type: 'CREDIT',
        amount: 30_000,
        creditMetadata: { person: clarisse.id },
      },
    ]),
  )
  await user.click(await button(/^Terminer$/))
  expect(plain(await screen.findByRole('alertdialog'))).toMatch(/15 000.*40 000/)
  expect(sent).toHaveLength(0)
})

// ── the photo of the voucher ───────────────────────────────────────────────────────────────────────────────────────────
test('a photo is shrunk to 1 600 px and 300 kB: coarser first, then smaller', async () => {
  expect(fittedSize({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 })
  expect(fittedSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
  expect(fittedSize({ width: 9000, height: 2 })).toEqual({ width: 1600, height: 1 })
  const tried: [number, number][] = []
  const shrunk = await shrink({ width: 4000, height: 3000 }, ({ width, height }, quality) => {
    tried.push([width, quality])
    return Promise.resolve(new Blob([new Uint8Array(Math.round(width * height * quality * 0.5))]))
  })
  expect(tried).toEqual([
    [1600, 0.8],
    [1600, 0.65],
    [1600, 0.5],
    [1200, 0.8],
    [1200, 0.65],
    [1200, 0.5],
  ])
  expect(shrunk.bytes.length).toBeLessThanOrEqual(largestBytes)
  await expect(
    shrink({ width: 4000, height: 3000 }, () => Promise.resolve(new Blob([new Uint8Array(largestBytes + 1)]))),
  ).rejects.toThrow(RangeError)
})

/** The edge of the browser that jsdom has not: pictures are read and drawn, a camera is there or not. */
function aBrowserThatDraws({ camera }: { camera: () => Promise<MediaStream> }) {
  vi.stubGlobal('createImageBitmap', (file: Blob) =>
    file.type.startsWith('image/')
      ? Promise.resolve({ width: 3000, height: 2000, close: () => undefined })
      : Promise.reject(new DOMException('not a picture', 'InvalidStateError')),
  )
  const drawing = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue({ fillRect: () => undefined, drawImage: () => undefined } as unknown as CanvasRenderingContext2D)
  const writing = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' })))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  onTestFinished(() => {
    drawing.mockRestore()
    writing.mockRestore()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
}

async function photographing(camera: () => Promise<MediaStream>) {
  const counter = await aSaleTo('clarisse')
  aBrowserThatDraws({ camera })
  scan(coartemCode)
  await lineOf('Coartem')
  await counter.user.click(await bar())
  await counter.user.click(within(await payer('NSIA Assurances')).getByRole('button', { name: 'Photographier le bon' }))
  const modal = await screen.findByRole('dialog', { name: 'Photographier le bon' })
  return { ...counter, modal, photos: () => counter.store.get(photosOfSaleAtom)(counter.sales()[0]!.id) }
}

test('the camera is refused: it is said, a file does as well, and the photo can be taken back', async () => {
  const { user, modal, photos, payments, store } = await photographing(() =>
    Promise.reject(new DOMException('no', 'NotAllowedError')),
  )
  await within(modal).findByText(/L’accès à la caméra a été refusé/)
  expect(within(modal).getByRole<HTMLButtonElement>('button', { name: 'Prendre la photo' }).disabled).toBe(true)
  const field = within(modal).getByLabelText('Fichier de la photo')
  fireEvent.change(field, { target: { files: [new File(['words'], 'bon.txt', { type: 'text/plain' })] } })
  expect(plain(await within(modal).findByRole('alert'))).toContain('Ce fichier n’est pas une photo lisible')
  expect(photos()).toEqual([])
  fireEvent.change(field, { target: { files: [new File(['picture'], 'bon.png', { type: 'image/png' })] } })
  await waitFor(() => expect(photos()).toHaveLength(1))
  expect(photos()).toMatchObject([{ mime: 'image/jpeg', paymentId: payments()[1]!.id }])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photographier le bon' })).toBeNull())
  await within(await payer('NSIA Assurances')).findByRole('img', { name: 'Photo du bon 1' })
  await user.click(within(await payer('NSIA Assurances')).getByRole('button', { name: 'Retirer la photo du bon 1' }))
  await waitFor(() => expect(photos()).toEqual([]))
  expect(store.get(photosOfSaleAtom)('another')).toEqual([])
})

test('Échap closes the photo alone, then who pays what', async () => {
  const { user } = await photographing(() => Promise.reject(new DOMException('none', 'NotFoundError')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photographier le bon' })).toBeNull())
  expect(await payer('NSIA Assurances')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Qui paie quoi' })).toBeNull())
})

test('no camera at all: the words say so, and the sale goes on', async () => {
  const { user, modal } = await photographing(() => Promise.reject(new DOMException('none', 'NotFoundError')))
  await within(modal).findByText(/Aucune caméra disponible/)
  await user.click(within(modal).getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photographier le bon' })).toBeNull())
  expect(await payer('NSIA Assurances')).toBeTruthy()
})

test('a camera that opens after the window is closed is put out', async () => {
  let open = (_stream: MediaStream) => undefined as void
  const stop = vi.fn()
  const { user, modal } = await photographing(() => new Promise((resolve) => (open = resolve)))
  await user.click(within(modal).getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photographier le bon' })).toBeNull())
  open({ getTracks: () => [{ stop }] } as unknown as MediaStream)
  await waitFor(() => expect(stop).toHaveBeenCalledOnce())
})
