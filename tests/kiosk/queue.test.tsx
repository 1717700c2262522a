import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sendingFailureWords } from '#kiosk/counter/queue/sending-failure-words.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { outboxAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { sendingAtom } from '#shared/store/outbox/sending-atoms.ts'
import { accepted, aurele, facts as selling, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, lineOf, scan, type Answer } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const drawer = () => screen.getByRole('complementary', { name: 'Ventes à envoyer' })

/** A sale of one box, ended and given to a server that answers as told. */
async function aSoldBox(onSale: (body: string) => Answer) {
  const counter = await aCounter({ products: theShelf, onSale: (_, body) => onSale(body) })
  scan('3400930145449')
  await lineOf('Coartem')
  await counter.user.click(await button(/compte juste/))
  await counter.user.click(await button(/^Terminer$/))
  await waitFor(() => expect(counter.sent.length).toBeGreaterThan(0))
  return counter
}

test('a sale that did not go out says how often it was tried, why, and when it is tried again; « Envoyer maintenant » does not wait', async () => {
  let isThere = false
  const { store, user, sent } = await aSoldBox((body) =>
    isThere ? accepted(body) : { status: 503, body: { message: 'internal' } },
  )
  await waitFor(() => expect(store.get(outboxAtom)[0]?.attempts).toBeGreaterThan(0))
  await user.click(await button(/à envoyer/))
  await waitFor(() => expect(plain(drawer())).toMatch(/\d essais?, /))
  expect(plain(drawer())).toMatch(/Nouvel essai (dans \d+ s|bientôt)/)
  const before = sent.length
  isThere = true
  await user.click(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }))
  await waitFor(() => expect(store.get(outboxAtom)).toEqual([]))
  expect(sent.length).toBeGreaterThan(before)
  // Every attempt was the same sale.
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect(await screen.findByText('Aucun envoi en attente sur ce poste.')).toBeTruthy()
  expect(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }).hasAttribute('disabled')).toBe(true)
})

test('offline it goes when the network is back; on its way it says so', async () => {
  const { store, user } = await aSoldBox(() => 'nobody')
  goOffline(store, 60)
  await user.click(await button(/à envoyer/))
  await waitFor(() => expect(plain(drawer())).toContain('Au retour du réseau'))
  store.set(sendingAtom, new Set([store.get(outboxAtom)[0]!.saleId]))
  await waitFor(() => expect(plain(drawer())).toContain('Envoi en cours'))
})

test('a row says that the terminal must sign in again where that is so, and only there', async () => {
  const { store, user } = await aSoldBox(() => 'nobody')
  goOffline(store, 60)
  await user.click(await button(/à envoyer/))
  // Its own outbox goes on trying beside this.
  const wordsOfNoToken = () => {
    const snapshot = store.get(snapshotAtom)
    act(() =>
      store.set(snapshotAtom, {
        ...snapshot,
        outbox: snapshot.outbox.map((row) => ({ ...row, attempts: 2, lastFailure: 'no token' })),
      }),
    )
    return plain(drawer())
  }
  expect(wordsOfNoToken()).toContain('2 essais, le service de connexion n’a pas répondu')
  act(() => store.set(needsSignInAtom, true))
  expect(wordsOfNoToken()).toContain('2 essais, ce poste doit se reconnecter')
})

test('what the server took is kept, and its ticket printed again from the queue', async () => {
  const pages: string[] = []
  const { store, user } = await aSoldBox((body) => accepted(body, 47))
  vi.stubGlobal('print', () => pages.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  await waitFor(() => expect(store.get(snapshotAtom).acknowledged).toHaveLength(1))
  await user.click(await button(/^En ligne/))
  await user.click(within(drawer()).getByRole('button', { name: /Copies gardées\s: 1\svente envoyée/ }))
  expect(plain(drawer())).toContain('Vente n° 47')
  await user.click(within(drawer()).getByRole('button', { name: /Réimprimer le ticket n°\s47/ }))
  await waitFor(() => expect(pages).toHaveLength(1))
  expect(pages[0]).toMatch(/Coartem 20\/120/)
  expect(pages[0]).toMatch(/duplicata/i)
})

test('a former pharmacy that still waits is named, with what becomes of it', async () => {
  const { store, user } = await aCounter({ products: theShelf })
  const former = {
    pharmacyId: 'f',
    name: 'Pharmacie Saint-Luc',
    waiting: 2,
    refused: 1,
    open: 0,
    oldestAt: null,
    lastFailure: 'internal',
  }
  store.set(formerSalesAtom, [former])
  await user.click(await button(/^En ligne/))
  expect(plain(drawer())).toMatch(/Pharmacie Saint-Luc.*2 envois en attente.*Tout sera envoyé.*1 refusée/)
  expect(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }).hasAttribute('disabled')).toBe(false)
  // Its account is not known here: nothing goes by itself.
  act(() => store.set(formerSalesAtom, [{ ...former, lastFailure: 'no token' }]))
  expect(plain(drawer())).toMatch(
    /compte de cette pharmacie n’est pas reconnu ici.*reconnectez ce poste à cette pharmacie/,
  )
  expect(plain(drawer())).not.toContain('Tout sera envoyé')
  act(() => store.set(formerSalesAtom, [{ ...former, name: null, waiting: 0, refused: 0, isUnreadable: true }]))
  expect(plain(drawer())).toMatch(
    /Une autre pharmacie.*Illisible.*données sur ce poste sont illisibles.*Vous pouvez vendre.*N’effacez pas/,
  )
})

test('each kind of what waits is counted by its own name', async () => {
  const { store, user } = await aCounter({ products: theShelf, onSale: () => 'nobody', onCall: () => 'nobody' })
  goOffline(store, 60)
  const sales = openSalesStore(pharmacyId)
  const facts = {
    terminalId: selling.terminalId,
    sessionId: aurele.sessionId,
    sellerId: aurele.userId,
    sellerRoles: ['vendeur'],
  }
  await sales.openTill(5000, facts)
  const disbursementId = await sales.disburse(
    { reasonId: crypto.randomUUID(), amount: 500, beneficiary: null, note: null, reason: 'Divers' },
    facts,
  )
  await sales.noteReceiptPhoto({ disbursementId, mime: 'image/webp', bytes: new Uint8Array([1]) }, facts)
  store.set(snapshotAtom, await sales.snapshot(0))
  sales.close()
  await user.click(await button(/à envoyer/))
  expect(plain(drawer())).toContain('2 opérations de caisse, 1 photo de reçu, sur ce poste')
  expect(plain(drawer())).not.toContain('manquée')
})

test('« ce poste doit se reconnecter » is said where its own sign-in is gone, not where a token is late or a member’s', () => {
  const troubles = ['no token', 'no token in time', 'no token of a member', 'auth:missingToken', 'auth:invalidToken']
  for (const trouble of troubles) {
    expect(sendingFailureWords(trouble, true)).toBe('ce poste doit se reconnecter')
    expect(sendingFailureWords(trouble, false)).not.toContain('reconnecter')
  }
  expect(sendingFailureWords('no token', false)).toBe('le service de connexion n’a pas répondu')
  expect(sendingFailureWords('no token of a member', false)).toContain('code du vendeur')
  // The fiscal token of a sale is nobody's sign-in.
  for (const other of ['financing:invalidMCFTokenProvided', 'nobody answered', 'internal'])
    expect(sendingFailureWords(other, true)).toBe(sendingFailureWords(other, false))
})
