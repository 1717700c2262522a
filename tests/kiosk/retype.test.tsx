import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { sendNowAtom } from '#shared/session/send-now.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { aSentSale } from '#tests/domain/receipt-code/support/any-sent-sale.ts'
import { accepted, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, scan, type Answer, type PlayedCall } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const codesOf = (sale: NewSale, of = pharmacyId) => receiptCodes({ pharmacyId: of, sale })!
/** A server that has these sales. */
const has =
  (...ids: readonly string[]) =>
  ({ method, path, body }: PlayedCall): Answer | undefined =>
    method === 'POST' && path === '/sales/reconcile'
      ? { status: 200, body: { missing: (body as { ids: string[] }).ids.filter((id) => !ids.includes(id)) } }
      : undefined
const aRetypingTill = async (of: Partial<Parameters<typeof aCounter>[0]> = {}) => {
  const till = await aCounter({ products: theShelf, path: '/kiosk/ressaisir', onCall: has(), ...of })
  await screen.findByRole('heading', { name: 'Ressaisir des tickets' })
  return till
}
const row = (sale: NewSale) => screen.findByRole('listitem', { name: `Ticket ${sale.identifier}` })
const says = async (sale: NewSale, words: RegExp) =>
  waitFor(async () => expect((await row(sale)).textContent).toMatch(words))

test('a scanned receipt goes out as it was sent, and says its number', async () => {
  const sale = aSentSale(3)
  const { sent } = await aRetypingTill()
  scan(codesOf(sale)[0]!)
  await says(sale, /Enregistrée, n°\s1/)
  expect(sent.map(canonicalJson)).toEqual([canonicalJson(sale)])
  expect((await row(sale)).textContent).toMatch(/3\slignes/)
})

test('without a network it waits on the disk under its own id, revision and hash; with the network it goes, once', async () => {
  const sale = aSentSale(2, { revision: 3 })
  let isUp = false
  const { store, sent } = await aRetypingTill({
    onSale: (_, body) => (isUp ? accepted(body) : 'nobody'),
    onCall: () => 'nobody',
  })
  goOffline(store)
  scan(codesOf(sale)[0]!)
  await says(sale, /En attente d’envoi/)
  const [waiting] = store.get(snapshotAtom).outbox
  expect(waiting).toMatchObject({
    saleId: sale.id,
    revision: 3,
    payload: canonicalJson(sale),
    sessionId: '018f0000-0000-7000-8000-0000000000b1',
  })
  scan(codesOf(sale)[0]!)
  await screen.findByText(/déjà lu/)
  expect(store.get(snapshotAtom).outbox).toHaveLength(1)
  isUp = true
  await store.set(sendNowAtom)
  await says(sale, /Enregistrée, n°\s1/)
  expect(new Set(sent.map(canonicalJson))).toEqual(new Set([canonicalJson(sale)]))
})

test('what the server has is not sent again', async () => {
  const sale = aSentSale(2)
  const { sent, sales } = await aRetypingTill({ onCall: has(sale.id) })
  scan(codesOf(sale)[0]!)
  await says(sale, /Déjà enregistrée/)
  expect([sent, sales()]).toEqual([[], []])
})

test('an older attempt that is refused leaves the queue when the server has the sale; any other refusal stays in sight', async () => {
  const [known, refused] = [aSentSale(1, { identifier: 'K7QF-1' }), aSentSale(1, { identifier: 'K7QF-2' })]
  let asked = 0
  const { sales, user } = await aRetypingTill({
    onSale: () => ({
      status: 409,
      body: { message: 'sales:payloadMismatch', details: { revision: 1, accepted: true } },
    }),
    // The first question comes before the server has it: another till sends it meanwhile.
    onCall: (call) => has(...(++asked > 1 ? [known.id] : []))(call),
  })
  scan(codesOf(known)[0]!)
  await says(known, /Déjà enregistrée/)
  expect(sales()).toEqual([])
  scan(codesOf(refused)[0]!)
  await says(refused, /Refusée/)
  expect(sales()).toMatchObject([{ id: refused.id, status: 'ERROR', openedBy: null }])
  await user.click(await button(/vente refusée|à envoyer|refusée/i))
  expect(await screen.findAllByText(/K7QF-2/)).not.toHaveLength(0)
})

test('the sale of a patient whom the lost till never sent: the queue says what to do, and he is taken off in one touch', async () => {
  const sale = aSentSale(1, { identifier: 'K7QF-4', patientId: crypto.randomUUID() })
  const unknown = {
    status: 400,
    body: { message: 'requests:invalid', details: { issues: [{ path: 'body.patientId', message: 'unknown' }] } },
  }
  const { sales, user } = await aRetypingTill({ onSale: () => unknown })
  scan(codesOf(sale)[0]!)
  await says(sale, /Refusée/)
  await user.click(await button(/vente refusée|à envoyer|refusée/i))
  expect((await screen.findByText(/ne connaît pas ce patient/)).parentElement?.textContent).toMatch(
    /choisissez le patient, ou vendez sans patient/,
  )
  await user.click(await button(/^Reprendre la vente$/))
  await user.click(await button(/^Vendre sans patient$/))
  await waitFor(() =>
    expect(sales()).toMatchObject([
      { id: sale.id, status: 'ONGOING', patient: null, records: sale.records, payments: sale.payments },
    ]),
  )
})

test('a long receipt is whole once its codes were read, in any order and with another in between', async () => {
  const [long, other] = [aSentSale(20, { identifier: 'K7QF-20' }), aSentSale(1, { identifier: 'K7QF-3' })]
  const { sent } = await aRetypingTill()
  const [first, second] = codesOf(long)
  scan(second!)
  await screen.findByText(/1 lu sur 2/)
  scan(codesOf(other)[0]!)
  await says(other, /Enregistrée/)
  scan(first!)
  await says(long, /Enregistrée/)
  expect(sent.map(({ id }) => id)).toEqual([other.id, long.id])
})

test('another pharmacy’s receipt, a product’s code and a wrong digit are refused in words; nothing is kept', async () => {
  const { sent, sales } = await aRetypingTill()
  const [code] = codesOf(aSentSale(1))
  scan(codesOf(aSentSale(1), '018f0000-0000-7000-8000-0000000000ff')[0]!)
  await screen.findByText(/d’une autre pharmacie/)
  scan('3400935955838')
  await screen.findByText(/n’est pas le code d’un ticket/)
  scan(`${code!.slice(0, -1)}${(Number(code!.at(-1)) + 1) % 10}`)
  await screen.findByText(/mal lu/)
  scan(
    receiptCodes({
      pharmacyId,
      sale: { id: pharmacyId, of: 'another version', lines: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    })![0]!,
  )
  await screen.findByText(/version plus récente/)
  expect([sent, sales()]).toEqual([[], []])
  expect(screen.getByText('Aucun ticket lu')).toBeTruthy()
})

test('digits that a telephone read are pasted, with the spaces it put between them', async () => {
  const sale = aSentSale(1)
  const { user } = await aRetypingTill()
  await user.click(screen.getByRole('textbox', { name: /chiffres du code/ }))
  await user.paste(codesOf(sale)[0]!.replaceAll(/(\d{4})/g, '$1 '))
  await user.click(await button(/^Reprendre$/))
  await says(sale, /Enregistrée/)
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /chiffres du code/ }).value).toBe(''),
  )
})

test('the way there is on « Ce poste », for who may sell', async () => {
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await screen.findByRole('button', { name: 'Ressaisir des tickets' }))
  await screen.findByRole('heading', { name: 'Ressaisir des tickets' })
})

test('who may not sell finds no such page', async () => {
  await aCounter({ products: theShelf, path: '/kiosk/ressaisir', permissions: [] })
  await screen.findByText('Cette page n’existe pas')
})

test('a sale closed here prints the code from which it is typed back, on its duplicate too', async () => {
  const codes: (string | null | undefined)[] = []
  const { user, sent } = await aCounter({ products: theShelf })
  vi.stubGlobal('print', () => codes.push(document.querySelector('[data-receipt] svg path')?.getAttribute('d')))
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(codes).toHaveLength(1))
  await screen.findByText(/Vente n°\s1 enregistrée/)
  await user.click(screen.getByRole('link', { name: 'Ventes' }))
  await user.click(await button(/n°\s1/))
  await user.click(await button(/Réimprimer le ticket/))
  await waitFor(() => expect(codes).toHaveLength(2))
  expect(codes[0]).toBeTruthy()
  expect(codes[1]).toBe(codes[0])
  expect(sent).toHaveLength(1)
})
