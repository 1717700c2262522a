import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { acknowledged, refused } from '#shared/store/outbox/outbox-store.ts'
import { createPatientAtom } from '#shared/store/sales/patient-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { readSalesFile, writeSalesFile } from '#shared/store/sales/sales-file.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { clockSkewAtom } from '#shared/windows/clock-skew.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { facts as selling, anEndedSale, aPaidSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { typedPatient } from '#tests/support/a-patient.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aCounter, button, goOffline, type PlayedCall } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const lineOf = async (name: string, title: string) => {
  const items = (await section(title)).getAllByRole('listitem')
  return plain(items.find((item) => plain(item).startsWith(name))!)
}
const saved = savedDownloads()

/** « Santé du poste », opened at its address; the base of the API says its version. */
function theHealth(
  onCall: (call: PlayedCall) => { status: number; body: unknown } | 'nobody' | undefined = () => undefined,
) {
  return aCounter({
    products: theShelf,
    path: '/kiosk/sante',
    onSale: () => 'nobody',
    onCall: (call) =>
      onCall(call) ??
      (call.path === '/'
        ? { status: 200, body: { name: 'officine', version: '0.1.0', now: '2026-11-21T11:42:00.000Z' } }
        : undefined),
  })
}

/** What another terminal of a pharmacy could not send, as its file. */
async function aFile(pharmacy = pharmacyId) {
  const store = openSalesStore(pharmacy)
  const { sale } = await anEndedSale(store)
  const work = await store.unsent()
  // It was another terminal: nothing of it stays on this disk.
  await store.settle([
    acknowledged(
      work.outbox[0]!,
      async (tx) => {
        await tx.objectStore('sales').delete(sale.id)
        return true
      },
      0,
    ),
  ])
  store.close()
  const text = await writeSalesFile({
    terminalCode: 'M2XB',
    madeAt: selling.soldAt,
    pharmacies: [{ id: pharmacy, name: 'Pharmacie Saint-Luc', work }],
    unreadable: [],
  })
  return { sale, text, file: new File([text], 'officine-ventes-M2XB.json', { type: 'application/json' }) }
}

test('every line says how it is in words; what is well asks for nothing', async () => {
  const { store } = await theHealth()
  store.set(clockSkewAtom, 40_000)
  await waitFor(async () => expect(await lineOf('Versions', 'Fenêtres et versions')).toMatch(/serveur 0\.1\.0.*Bien$/))
  await waitFor(async () =>
    expect(await lineOf('Produits', 'Listes')).toMatch(/lignes, à jour il y a moins d’une minute.*Bien$/),
  )
  expect(await lineOf('À envoyer', 'Ventes')).toBe('À envoyerRien en attenteBien')
  expect(await lineOf('Heure du poste', 'Réseau et heure')).toBe('Heure du posteÀ l’heureBien')
  expect(await lineOf('Douchette', 'Appareils')).toBe('DouchetteFonctionne comme un clavierBien')
  for (const item of screen.getByRole('main').querySelectorAll('section li'))
    expect(plain(item)).toMatch(/Bien|À surveiller|À régler|Inconnu/)
})

test('a clock that is wrong by more than two minutes, a lost network and a refusal say what to do', async () => {
  const { store } = await theHealth()
  store.set(clockSkewAtom, -190_000)
  await waitFor(async () =>
    expect(await lineOf('Heure du poste', 'Réseau et heure')).toMatch(
      /En avance de 3 min.*À surveiller.*heure automatique/,
    ),
  )
  goOffline(store, 300)
  await waitFor(async () =>
    expect(await lineOf('Réseau', 'Réseau et heure')).toMatch(/Hors ligne depuis 5 min.*Continuez à vendre/),
  )
  const sales = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(sales)
  await sales.settle([
    refused(
      (await sales.outbox()).find(({ saleId }) => saleId === sale.id)!,
      [{ message: 'sales:insufficientStock' }],
    ),
  ])
  store.set(snapshotAtom, await sales.snapshot(0))
  sales.close()
  await waitFor(async () => expect(await lineOf('À envoyer', 'Ventes')).toMatch(/1 refus.*À régler.*raison/))
  expect(screen.getByText('Des points à régler')).toBeTruthy()
})

test('what a former pharmacy left goes by itself, unless nobody knows its account here', async () => {
  const { store } = await theHealth()
  const former = {
    pharmacyId: 'f',
    name: 'Pharmacie Saint-Luc',
    waiting: 2,
    refused: 0,
    open: 0,
    oldestAt: null,
    lastFailure: 'internal',
  }
  act(() => store.set(formerSalesAtom, [former]))
  expect(await lineOf('Pharmacie Saint-Luc', 'Ventes')).toMatch(/2 envois en attente.*ce qui attend part seul/)
  act(() => store.set(formerSalesAtom, [{ ...former, lastFailure: 'no token' }]))
  expect(await lineOf('Pharmacie Saint-Luc', 'Ventes')).toMatch(
    /son compte n’est pas reconnu ici, ce qui attend ne part pas.*reconnectez ce poste à cette pharmacie/,
  )
  act(() => store.set(formerSalesAtom, [{ ...former, waiting: 0, isUnreadable: true }]))
  expect(await lineOf('Pharmacie Saint-Luc', 'Ventes')).toMatch(/Illisible.*appelez l’assistance/)
})

test('the text for the assistance says the state and nothing about a patient, a member, a code or a token', async () => {
  const { store, user } = await theHealth()
  await store.set(
    createPatientAtom,
    typedPatient({ lastName: 'Gbaguidi', firstName: 'Mahougnon', phone: '+2290197112233' }),
  )
  const sales = openSalesStore(pharmacyId)
  const paid = await aPaidSale(sales)
  const named = await sales.change(paid.id, paid.editCount, (open) => ({
    ...open,
    editCount: open.editCount + 1,
    patient: { id: crypto.randomUUID(), lastName: 'Gbaguidi', firstName: 'Mahougnon' },
  }))
  await sales.end(named!.id, named!.editCount, selling)
  store.set(snapshotAtom, await sales.snapshot(0))
  sales.close()
  await waitFor(async () => expect(await lineOf('À envoyer', 'Ventes')).toMatch(/2 envois/))
  await waitFor(async () => expect(await lineOf('Produits', 'Listes')).toMatch(/lignes/))
  await user.click(await button(/Copier pour l’assistance/))
  await screen.findByText(/^Copié/)
  const text = await navigator.clipboard.readText()
  expect(text.replaceAll(/\s/g, ' ')).toMatch(
    /Santé du poste \w+.*Pharmacie Camp Guézo.*À envoyer \[Bien\] 2 envois.*pharmacy-products: rev \d+, generation \d+, \d+ rows, cursor c1, epoch e1.*queue: 2 waiting/,
  )
  for (const secret of [
    'Gbaguidi',
    'Mahougnon',
    '0197112233',
    'DOSSOU',
    'Dossou',
    'Aurèle',
    'Rachelle',
    'terminal-token',
    'eyJ',
    'Doliprane',
    '4417',
    'Bearer',
  ])
    expect(text).not.toContain(secret)
})

test('a browser that lets nobody copy shows the text instead', async () => {
  const { user } = await theHealth()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await user.click(await button(/Copier pour l’assistance/))
  expect(
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Texte pour l’assistance' })).value,
  ).toContain('Santé du poste')
})

test('what waits is exported whole, and nothing of it leaves the terminal', async () => {
  const { store, user } = await theHealth()
  await user.click(await button(/Exporter les ventes/))
  await screen.findByText(/Rien à exporter/)
  expect(saved).toEqual([])
  const sales = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(sales)
  const before = await sales.unsent()
  sales.close()
  await user.click(await button(/Exporter les ventes/))
  await screen.findByText(/Rien n’a été effacé de ce poste/)
  const read = await readSalesFile(await saved[0]!.content.text())
  expect(read).toMatchObject({
    is: 'whole',
    file: { pharmacies: [{ id: pharmacyId, work: { sales: [{ id: sale.id }], outbox: [{ saleId: sale.id }] } }] },
  })
  expect(saved[0]!.name).toMatch(/^officine-ventes-.*\.json$/)
  const after = openSalesStore(pharmacyId)
  expect((await after.unsent()).sales).toEqual(before.sales)
  after.close()
  expect(store.get(snapshotAtom).outbox.length).toBeLessThanOrEqual(1)
})

test('the file of another terminal is taken once; a second time, a damaged one and another pharmacy’s are told apart', async () => {
  const { store, user } = await theHealth()
  const [{ sale, text, file }, foreign] = [await aFile(), await aFile('018f0000-0000-7000-8000-0000000000ff')]
  const input = await screen.findByLabelText<HTMLInputElement>('Fichier de ventes')
  await user.upload(input, file)
  await screen.findByText(/Repris sur ce poste\s: 1\svente\./)
  await waitFor(() => expect(store.get(snapshotAtom).outbox.map(({ saleId }) => saleId)).toContain(sale.id))
  await user.upload(input, file)
  await screen.findByText(/est déjà sur ce poste.*rien n’a changé/)
  await user.upload(
    input,
    new File([text.replace('650', '560')], 'officine-ventes-M2XB.json', { type: 'application/json' }),
  )
  await screen.findByText(/abîmé ou a été modifié/)
  await user.upload(input, foreign.file)
  await screen.findByText(/d’une autre pharmacie \(Pharmacie Saint-Luc\)/)
  await user.upload(input, new File(['{}'], 'autre.json', { type: 'application/json' }))
  await screen.findByText(/Ce n’est pas un fichier de ventes/)
  expect(store.get(snapshotAtom).outbox).toHaveLength(1)
})

test('« Tout renvoyer » asks the server what it lost', async () => {
  const asked: string[] = []
  const { user } = await theHealth((call) => {
    if (call.path !== '/sales/reconcile') return undefined
    asked.push(call.path)
    return { status: 200, body: { missing: [] } }
  })
  await user.click(await button(/Tout renvoyer/))
  await screen.findByText(/Tous les envois en attente ont été relancés/)
  // Nothing is kept here: there is nothing to ask about.
  expect(asked).toEqual([])
})

test('« Vider les listes » asks first, empties them and touches no sale; offline it cannot', async () => {
  const { store, user } = await theHealth()
  const sales = openSalesStore(pharmacyId)
  await anEndedSale(sales)
  await aPaidSale(sales)
  const before = await sales.snapshot(0)
  goOffline(store)
  await waitFor(async () => expect((await button(/^Vider les listes$/)).hasAttribute('disabled')).toBe(true))
  store.set(connectivityAtom, { state: 'online', since: null, seconds: 0 })
  await waitFor(async () => expect((await button(/^Vider les listes$/)).hasAttribute('disabled')).toBe(false))
  await user.click(await button(/^Vider les listes$/))
  const dialog = await screen.findByRole('dialog', { name: 'Vider les listes' })
  expect(plain(dialog)).toContain('Aucune vente n’est touchée')
  await user.click(within(dialog).getByRole('button', { name: 'Garder les listes' }))
  await waitFor(async () => expect(await lineOf('Produits', 'Listes')).toMatch(/lignes/))
  await user.click(await button(/^Vider les listes$/))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Vider les listes' })).getByRole('button', {
      name: 'Vider les listes',
    }),
  )
  await screen.findByText(/Les listes sont vidées/)
  await waitFor(async () => expect(await lineOf('Produits', 'Listes')).toMatch(/Pas encore sur ce poste/))
  const after = await sales.snapshot(0)
  expect(after.sales).toEqual(before.sales)
  expect(after.outbox.map(({ saleId, payload, hash }) => ({ saleId, payload, hash }))).toEqual(
    before.outbox.map(({ saleId, payload, hash }) => ({ saleId, payload, hash })),
  )
  sales.close()
})

test('the queue and « Ce poste » lead here', async () => {
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await button(/Ouvrir la santé du poste/))
  await screen.findByRole('heading', { name: 'Santé du poste' })
  await user.click(screen.getByRole('link', { name: 'Poste' }))
  await user.click(await button(/^En ligne/))
  await user.click(
    within(screen.getByRole('complementary', { name: 'Ventes à envoyer' })).getByRole('button', {
      name: 'Santé du poste',
    }),
  )
  await screen.findByRole('heading', { name: 'Santé du poste', level: 1 })
})

test('a locked terminal shows how it is and copies it; what sends, hands over or empties waits for somebody who is in', async () => {
  const { user } = await theHealth()
  await user.click(await button(/^Verrouiller$/))
  await user.click(await button(/^Santé du poste$/))
  await waitFor(
    async () => expect(await lineOf('Versions', 'Fenêtres et versions')).toMatch(/serveur 0\.1\.0.*Bien$/),
    { timeout: 15_000 },
  )
  for (const name of ['Tout renvoyer', 'Exporter les ventes', 'Importer un fichier de ventes', 'Vider les listes'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(await button(/^Copier pour l’assistance$/))
  expect(await navigator.clipboard.readText()).toContain('Santé du poste')
  await user.click(await button(/^Revenir$/))
  expect(await screen.findByRole('heading', { name: /^Qui êtes-vous/ })).toBeTruthy()
})
