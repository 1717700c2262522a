import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { rememberUnlock } from '#shared/store/identity/offline-unlock.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, domainId, rachelle } from '#tests/support/a-terminal.ts'
import { aCounter, button, goOffline, lineOf, scan, type Answer, type PlayedCall } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

const grantId = '018f0000-0000-7000-8000-0000000000c1'
const offlineId = '018f0000-0000-7000-8000-0000000000c2'
const coartem = '3400930145449'
const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

/** The counter of Aurèle, who may only sell; Rachelle may give these rights. `asked`: what the server was asked. */
async function aSellersCounter({
  rights,
  onCall = () => undefined,
  ...given
}: {
  rights: Permission[]
  products?: typeof theShelf
  path?: string
  onCall?: (call: PlayedCall) => Answer | undefined
}) {
  const asked: { pin: string }[] = []
  const counter = await aCounter({
    products: theShelf,
    listOneNeedsPrescription: false,
    ...given,
    onCall(call) {
      const { method, path, body } = call
      if (method !== 'POST' || path !== '/grants') return onCall(call)
      asked.push(body as { pin: string })
      return asked.at(-1)!.pin === '1234'
        ? { status: 201, body: { id: grantId, at: '2026-11-21T11:42:00.000Z', expiresAt: '2026-11-21T12:12:00.000Z' } }
        : { status: 422, body: { message: 'tokens:wrongPin', details: { attemptsLeft: 4 } } }
    },
  })
  const { identity } = counter.store.get(sessionServicesAtom)!
  await identity.patchTerminal({
    members: [
      { ...aurele, permissions: ['sale.sell'] },
      { ...rachelle, permissions: rights },
    ],
  })
  return { ...counter, identity, asked }
}
const dialog = () => screen.findByRole('dialog', { name: 'Demander au pharmacien' })
/** The code of Rachelle, who is the only one to ask. */
async function codeIn(user: Awaited<ReturnType<typeof aCounter>>['user'], pin = '1234') {
  expect(plain(await dialog())).not.toContain('Aurèle')
  await screen.findByText('Code de Rachelle')
  await press(user, pin)
}
/** By touch: keys as fast as a test's are those of a scanner. */
async function press(user: Awaited<ReturnType<typeof aCounter>>['user'], pin: string) {
  for (const digit of pin) await user.click(within(await dialog()).getByRole('button', { name: digit }))
}
const openLine = async (user: Awaited<ReturnType<typeof aCounter>>['user'], label: string) => {
  await user.click(within(await lineOf(label)).getByRole('button', { expanded: false }))
}

test('a discount: the percentage is chosen, a wrong code changes nothing, the right one gives it; the seller stays', async () => {
  const { asked, sales, sent, store, user } = await aSellersCounter({ rights: ['sale.discount'] })
  scan(coartem)
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Remise.*Demander au pharmacien/))
  await user.click(within(await dialog()).getByRole('radio', { name: /^20/ }))
  await codeIn(user, '0000')
  await screen.findByText('Code incorrect, encore 4 essais')
  expect(sales()[0]?.payments).toEqual([])
  await press(user, '1234')
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ type: 'DISCOUNT', amount: 0 }]))
  expect(asked.at(-1)).toMatchObject({
    permission: 'sale.discount',
    subjectId: sales()[0]!.id,
    amount: 20,
    userId: rachelle.id,
  })
  await user.click(screen.getByRole('radio', { name: 'Pourcentage' }))
  // Nothing of the code was typed behind the dialog.
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ percent: 0, amount: 0 }]))
  for (const digit of '20') await user.click(screen.getByRole('button', { name: digit }))
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ percent: 20, amount: 770 }]))
  expect(plain(document.body)).toContain('Cette vente permet 20 % du total au plus.')
  await user.click(await button(/^Espèces/))
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    sellerId: aurele.id,
    grants: [{ id: grantId, permission: 'sale.discount', amount: 20, grantedBy: rachelle.id, sessionId: null }],
  })
  expect(store.get(sessionAtom)?.userId).toBe(aurele.id)
})

test('a price: the code gives this one, and closing the dialog keeps the former', async () => {
  const { asked, sales, user } = await aSellersCounter({ rights: ['sale.price'] })
  scan(coartem)
  await openLine(user, 'Coartem')
  const typePrice = async () => {
    await user.click(screen.getByRole('textbox', { name: 'Prix' }))
    await user.keyboard('3500{Enter}')
  }
  await typePrice()
  await user.click(within(await dialog()).getByRole('button', { name: 'Annuler' }))
  expect(sales()[0]?.records[0]?.price).toBe(3850)
  await typePrice()
  await codeIn(user)
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3500))
  expect(asked).toMatchObject([{ permission: 'sale.price', itemId: sales()[0]!.records[0]!.stockItemId, amount: 3500 }])
})

test('an expired lot that is scanned: the code adds it', async () => {
  const { sales, user } = await aSellersCounter({ rights: ['sale.expired'] })
  scan('010340093595583817261031' + '10OLD')
  expect(plain(await screen.findByRole('alert'))).toContain('lot OLD périmé')
  expect(sales()[0]?.records ?? []).toEqual([])
  await user.click(await button(/^Demander au pharmacien$/))
  await codeIn(user)
  await lineOf('Lot OLD')
  expect(sales()[0]).toMatchObject({ grants: [{ permission: 'sale.expired', id: grantId }] })
})

test('a narcotic without its prescription: the code ends the sale', async () => {
  const products = theShelf.map((product) => ({ ...product, prescriptionList: 'narcotic' as const }))
  const { sent, user } = await aSellersCounter({ rights: ['sale.listed'], products })
  scan(coartem)
  await lineOf('Coartem')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  const refusal = await screen.findByRole('alertdialog')
  await user.click(within(refusal).getByRole('button', { name: 'Demander au pharmacien' }))
  await codeIn(user)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.grants).toMatchObject([{ permission: 'sale.listed', grantedBy: rachelle.id }])
})

test('a closed sale is corrected with the code, which goes with the new version', async () => {
  const cash = { id: sold.payments[2]!.id, type: 'CASH' as const, amount: sold.total, tendered: 15_000 }
  const { onCall } = aSalesServer({ sale: { ...sold, payments: [cash] } })
  const { asked, sales, sent, user } = await aSellersCounter({ rights: ['sale.cancel'], onCall, path: '/kiosk/ventes' })
  await user.click(await button(/n°\s811/))
  await user.click(await button(/Corriger la vente/))
  expect(plain(await dialog())).toContain('Corriger la vente n° 811')
  await codeIn(user)
  await lineOf('Coartem')
  const version = sales().find(({ replaces }) => replaces)!
  expect(asked).toMatchObject([{ permission: 'sale.cancel', subjectId: version.id }])
  expect(version.grants).toMatchObject([{ id: grantId, permission: 'sale.cancel', grantedBy: rachelle.id }])
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ replaces: sold.id, grants: [{ id: grantId, permission: 'sale.cancel' }] })
})

test('offline the terminal judges, and the grant carries what proves it later; who was never here cannot be asked', async () => {
  const { asked, identity, sales, store, user } = await aSellersCounter({ rights: ['sale.discount'] })
  scan(coartem)
  await lineOf('Coartem')
  goOffline(store)
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Remise.*Demander au pharmacien/))
  expect(plain(await screen.findByRole('alert'))).toMatch(/^Hors ligne : aucun membre qui a ce droit/)
  await user.keyboard('{Escape}')
  await rememberUnlock(
    identity,
    {
      sessionId: offlineId,
      grants: {
        ...rachelle,
        userId: rachelle.id,
        uid: rachelle.id,
        pharmacyId,
        domainId,
        permissions: ['sale.discount'],
      },
    },
    '1234',
  )
  await user.click(await button(/^Remise.*Demander au pharmacien/))
  await codeIn(user)
  await waitFor(() =>
    expect(sales()[0]?.grants).toMatchObject([{ permission: 'sale.discount', amount: 10, sessionId: offlineId }]),
  )
  expect(asked).toEqual([])
})
