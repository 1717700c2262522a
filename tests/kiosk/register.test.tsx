import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { RegisterLedger } from '#shared/contract/cash-registers.ts'
import { shortName } from '#shared/domain/person.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { noting } from '#shared/store/sales/note-atoms.ts'
import { changeSaleAtom, createSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { goOffline, type PlayedCall } from '#tests/kiosk/support/a-counter.tsx'
import { aRegister, aTill, caissier, isDisabled, openWith, said, vendeur } from '#tests/kiosk/support/a-till.tsx'
import { rachelle } from '#tests/support/a-terminal.ts'
import { aTaking } from '#tests/support/a-taking.ts'

type User = Awaited<ReturnType<typeof aTill>>['user']

/** Opens « Décaissement » and returns its panel. */
async function openPayOut(user: User) {
  await user.click(screen.getByRole('button', { name: 'Décaissement' }))
  return within(screen.getByRole('complementary', { name: 'Décaisser' }))
}

async function typeAmount(user: User, panel: Awaited<ReturnType<typeof openPayOut>>, amount: number) {
  for (const key of String(amount).match(/000|\d/g)!) await user.click(panel.getByRole('button', { name: key }))
}

/** Fills a disbursement of `amount` for « Transport », without pressing its last button. Returns the panel. */
async function payOut(user: User, amount: number) {
  const panel = await openPayOut(user)
  await typeAmount(user, panel, amount)
  await user.click(await panel.findByRole('radio', { name: 'Transport' }))
  return panel
}

test('a register is opened with its float, and its totals follow what is sold', async () => {
  const { user, sell } = await aTill()
  await openWith(user, '50000')
  expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('50 000')
  await sell(2500)
  await waitFor(() => expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('52 500'))
  expect(screen.getByText(/1 vente/)).toBeTruthy()
})

test('who may not see what is expected sees no cash, and asks for the right to count', async () => {
  const { user, sell } = await aTill({ permissions: vendeur })
  await openWith(user, '0')
  await sell(2500)
  await screen.findByText(/1 vente/)
  expect(screen.queryByRole('status', { name: 'Espèces en caisse' })).toBeNull()
  expect(said(screen.getByRole('row', { name: /Espèces/ }))).toContain('À compter à la fermeture')
  expect(said(document.body)).not.toContain('2 500')
  expect(screen.queryByRole('button', { name: 'Compter la caisse' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Demander au pharmacien' }))
  expect(await screen.findByRole('dialog', { name: 'Demander au pharmacien' })).toBeTruthy()
})

test('a pharmacy that counts blindly shows nobody what the drawer must hold before it is counted, offline too', async () => {
  const { user, sell, store } = await aTill({ blindCount: true })
  goOffline(store)
  await openWith(user, '20000')
  await sell(2500)
  await screen.findByText(/1 vente/)
  expect(screen.queryByRole('status', { name: 'Espèces en caisse' })).toBeNull()
  expect(said(screen.getByRole('row', { name: /Espèces/ }))).toContain('À compter à la fermeture')
  for (const known of ['2 500', '22 500']) expect(said(document.body)).not.toContain(known)
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 10\s000$/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  expect(said(await screen.findByRole('status', { name: 'Attendu' }))).toContain('22 500')
})

test('mobile money that nothing in the register expects is counted all the same', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '20000')
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 10\s000$/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(screen.getByRole('button', { name: 'Mobile, MTN MoMo' }))
  expect(isDisabled(screen.getByRole('button', { name: 'Voir l’écart' }))).toBe(true)
  await user.type(screen.getByRole('textbox', { name: 'Mobile, MTN MoMo' }), '1500')
  expect(screen.queryByRole('button', { name: 'Mobile, MTN MoMo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Voir l’écart' }))
  expect(said(await screen.findByRole('status', { name: 'En trop' }))).toContain('1 500')
  expect(acts().at(-1)).toMatchObject({
    act: 'count',
    others: [{ type: 'MOBILE_MONEY', operator: 'MTN MoMo', counted: 1500 }],
  })
})

test('each count stays: who counts again closes with the first one in sight', async () => {
  const { user } = await aTill()
  await openWith(user, '20000')
  const count = async (notes: string) => {
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Billets de 10\s000$/ })
    // A drawer that was wrong is counted from nothing.
    expect(field.value).toBe('')
    await user.type(field, notes)
    await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
    await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  }
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await count('1')
  await screen.findByRole('status', { name: 'Il manque' })
  expect(screen.queryByRole('list', { name: 'Comptages' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Recompter' }))
  await count('2')
  await screen.findByRole('heading', { name: 'Le compte est bon' })
  const counts = within(screen.getByRole('list', { name: 'Comptages' })).getAllByRole('listitem')
  expect(counts.map(said)).toEqual([
    expect.stringMatching(/^\d\d:\d\d1er comptage10 000 F CFA$/),
    expect.stringMatching(/^\d\d:\d\d2e comptage20 000 F CFA$/),
  ])
})

test('a disbursement is what, how much and why, then its button; touched twice it is one', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '20000')
  const panel = await openPayOut(user)
  await user.click(await panel.findByRole('radio', { name: 'Transport' }))
  expect(isDisabled(panel.getByRole('button', { name: 'Indiquez le montant' }))).toBe(true)
  await typeAmount(user, panel, 3000)
  expect(acts()).toMatchObject([{ act: 'open' }])
  await user.dblClick(panel.getByRole('button', { name: /^Décaisser 3\s000\sF\sCFA$/ }))
  expect(await screen.findByText(/^3\s000\sF\sCFA décaissés, Transport\.$/)).toBeTruthy()
  expect(acts()).toMatchObject([{ act: 'open' }, { act: 'disburse', amount: 3000 }])
  expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('17 000')
  expect(screen.getByText('Décaissement, Transport')).toBeTruthy()
})

test('whom it was paid to and why are kept apart', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '20000')
  const panel = await openPayOut(user)
  await typeAmount(user, panel, 3000)
  await user.type(panel.getByRole('textbox', { name: 'À qui (facultatif)' }), ' Zem ')
  await user.type(panel.getByRole('textbox', { name: 'Note (facultatif)' }), 'Colis')
  expect(isDisabled(panel.getByRole('button', { name: 'Choisissez le motif' }))).toBe(true)
  await user.click(await panel.findByRole('radio', { name: 'Transport' }))
  await user.click(panel.getByRole('button', { name: /^Décaisser/ }))
  await waitFor(() =>
    expect(acts().at(-1)).toMatchObject({ act: 'disburse', amount: 3000, beneficiary: 'Zem', note: 'Colis' }),
  )
})

test('more than the drawer holds is not paid out; who may not see what it holds is not told', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '2000')
  const panel = await payOut(user, 3000)
  expect(said(panel.getByRole('alert'))).toContain('La caisse n’a que 2 000 F CFA en espèces.')
  expect(isDisabled(panel.getByRole('button', { name: 'Dites pourquoi dans la note' }))).toBe(true)
  expect(acts()).toMatchObject([{ act: 'open' }])
})

test('more than the drawer holds, where the count is blind: it is refused, and nothing tells what it holds', async () => {
  const { user, acts } = await aTill({ permissions: caissier.filter((right) => right !== 'register.seeExpected') })
  await openWith(user, '2000')
  const panel = await payOut(user, 3000)
  // Nothing tells while he types.
  expect(panel.queryByRole('alert')).toBeNull()
  await user.click(panel.getByRole('button', { name: /^Décaisser 3\s000/ }))
  expect(said(await panel.findByRole('alert'))).toContain('plus que la caisse ne peut contenir')
  expect(said(panel.getByRole('alert'))).not.toMatch(/\d/)
  expect(isDisabled(panel.getByRole('button', { name: 'Dites pourquoi dans la note' }))).toBe(true)
  await user.type(panel.getByRole('textbox', { name: /^Note/ }), 'Urgence')
  // He asks who may.
  await user.click(panel.getByRole('button', { name: 'Demander au pharmacien' }))
  expect(await screen.findByRole('dialog', { name: 'Demander au pharmacien' })).toBeTruthy()
  expect(acts()).toMatchObject([{ act: 'open' }, { act: 'overdraw', amount: 3000 }])
})

test('in a drawer that is counted blindly each refused try is noted; after three nothing leaves without the right', async () => {
  const { user, acts, store } = await aTill({ blindCount: true, permissions: [...caissier] })
  await openWith(user, '2000')
  const panel = await payOut(user, 5000)
  const press = () => user.click(panel.getByRole('button', { name: /^Décaisser/ }))
  await press()
  for (const key of ['0', '0']) {
    await user.click(panel.getByRole('button', { name: key }))
    expect(panel.queryByRole('alert')).toBeNull()
    await press()
    await panel.findByRole('alert')
  }
  const tries = [5000, 50_000, 500_000].map((amount) => ({ act: 'overdraw', amount }))
  expect(acts()).toMatchObject([{ act: 'open' }, ...tries])
  expect(store.get(snapshotAtom).registers[0]?.refusedTries).toBe(3)
  for (const _ of '500000') await user.click(panel.getByRole('button', { name: 'Effacer' }))
  await typeAmount(user, panel, 1000)
  expect(said(panel.getByRole('alert'))).toContain('Trop de sorties refusées avant le comptage')
  expect(isDisabled(panel.getByRole('button', { name: 'Dites pourquoi dans la note' }))).toBe(true)
  await user.type(panel.getByRole('textbox', { name: /^Note/ }), 'Urgence')
  await user.click(panel.getByRole('button', { name: 'Demander au pharmacien' }))
  expect(await screen.findByRole('dialog', { name: 'Demander au pharmacien' })).toBeTruthy()
  expect(acts()).toHaveLength(4)
})

test('an amount far above what is usual that was confirmed and refused is not asked for again: it needs its note', async () => {
  const { user, acts } = await aTill({ blindCount: true, permissions: [...caissier, 'register.exceed'] })
  await openWith(user, '2000')
  const panel = await payOut(user, 5_000_000)
  await user.click(panel.getByRole('button', { name: /^Décaisser/ }))
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  await user.click(panel.getByRole('button', { name: /^Oui, 5\s000\s000/ }))
  later.mockRestore()
  expect(said(await panel.findByRole('alert'))).toContain('plus que la caisse ne peut contenir')
  expect(panel.queryByRole('button', { name: /^Oui/ })).toBeNull()
  expect(isDisabled(panel.getByRole('button', { name: 'Dites pourquoi dans la note' }))).toBe(true)
  await user.type(panel.getByRole('textbox', { name: /^Note/ }), 'Avance du coffre')
  await user.click(panel.getByRole('button', { name: /^Décaisser 5\s000\s000/ }))
  await waitFor(() => expect(acts().at(-1)).toMatchObject({ act: 'disburse', amount: 5_000_000 }))
})

test('who may let more leave than the drawer holds says why; a deposit is judged alike', async () => {
  const { user, acts } = await aTill({ permissions: [...caissier, 'register.exceed'] })
  await openWith(user, '2000')
  const panel = await payOut(user, 3000)
  await user.type(panel.getByRole('textbox', { name: /^Note/ }), 'Avance du coffre')
  await user.click(panel.getByRole('button', { name: /^Décaisser 3\s000/ }))
  await waitFor(() => expect(acts().at(-1)).toMatchObject({ act: 'disburse', amount: 3000, note: 'Avance du coffre' }))
  await user.click(screen.getByRole('button', { name: 'Versement en banque' }))
  const deposit = within(screen.getByRole('complementary', { name: 'Verser en banque' }))
  await typeAmount(user, deposit, 500_000)
  expect(isDisabled(deposit.getByRole('button', { name: 'Dites pourquoi dans la note' }))).toBe(true)
})

test('a float, a cash-in or a disbursement far above what is usual is asked for once more, with both figures', async () => {
  const { user, acts } = await aTill()
  await screen.findByRole('heading', { name: 'Ouvrir la caisse' })
  for (const key of ['5', '000', '000']) await user.click(screen.getByRole('button', { name: key }))
  await user.click(screen.getByRole('button', { name: 'Ouvrir la caisse' }))
  expect(said(screen.getByRole('alert'))).toBe('Est-ce bien 5 000 000 F CFA ? D’habitude, 100 000 F CFA au plus.')
  expect(acts()).toEqual([])
  // The large button, where the first press was, corrects.
  const primary = () => document.querySelector('[data-primary]')!
  expect(said(primary())).toBe('Corriger')
  let later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  await user.click(primary())
  later.mockRestore()
  expect(screen.queryByRole('alert')).toBeNull()
  for (const key of ['5', '000', '000']) await user.click(screen.getByRole('button', { name: key }))
  await user.click(screen.getByRole('button', { name: 'Ouvrir la caisse' }))
  expect(acts()).toEqual([])
  later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  await user.click(screen.getByRole('button', { name: /^Oui, 5\s000\s000/ }))
  later.mockRestore()
  await waitFor(() => expect(acts()).toMatchObject([{ act: 'open', float: 5_000_000 }]))
  await user.click(await screen.findByRole('button', { name: 'Entrée d’espèces' }))
  const panel = within(screen.getByRole('complementary', { name: 'Mettre en caisse' }))
  await typeAmount(user, panel, 1_000_000)
  await user.click(panel.getByRole('button', { name: 'Mettre en caisse' }))
  expect(said(panel.getByRole('alert'))).toContain('Est-ce bien 1 000 000 F CFA')
  // Another amount is another question.
  await user.click(panel.getByRole('button', { name: 'Effacer' }))
  await user.click(panel.getByRole('button', { name: 'Mettre en caisse' }))
  await waitFor(() => expect(acts().at(-1)).toMatchObject({ act: 'move', movement: { amount: 100_000 } }))
})

test('a blind count: nothing of what is expected stands on the screen before it is put down; then the difference and its cause', async () => {
  const { user, sell, acts, store } = await aTill()
  await openWith(user, '20000')
  await sell(3715)
  await sell(2000)
  goOffline(store)
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 10\s000$/ }), '2{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Billets de 5\s000$/ }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 2\s000$/ }), '1')
  expect(said(screen.getByRole('status', { name: 'Espèces comptées' }))).toContain('22 000')
  for (const known of ['25 715', '5 715', '3 715']) expect(said(document.body)).not.toContain(known)
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))

  expect(said(await screen.findByRole('status', { name: 'Il manque' }))).toMatch(/^Il manque\s*3 715/)
  expect(acts().at(-1)).toMatchObject({
    act: 'count',
    denominations: [
      { form: 'note', value: 10_000, count: 2 },
      { form: 'note', value: 2000, count: 1 },
    ],
  })
  expect(screen.getByText('Enregistré, mais pas encaissé')).toBeTruthy()
  expect(isDisabled(screen.getByRole('button', { name: 'Fermer la caisse' }))).toBe(true)
  const explanation = screen.getByRole('textbox', { name: 'Votre explication (obligatoire)' })
  await user.type(explanation, '-3 715 ...')
  expect(isDisabled(screen.getByRole('button', { name: 'Fermer la caisse' }))).toBe(true)
  expect(screen.getByText(/^Expliquez avec des mots/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^C’est ça, Enregistré/ }))
  await user.dblClick(screen.getByRole('button', { name: 'Fermer la caisse' }))
  expect(await screen.findByRole('heading', { name: 'Caisse fermée' })).toBeTruthy()
  expect(acts().filter(({ act }) => act === 'close')).toMatchObject([
    { comment: expect.stringContaining('Enregistré, mais pas encaissé') as string },
  ])
  expect(store.get(snapshotAtom).registers).toEqual([])
})

test('a cause about what was done at the drawer leads to it in the list of this till, without a network too, and what was written stays', async () => {
  const { user, store } = await aTill()
  await openWith(user, '20000')
  const panel = await payOut(user, 3000)
  await user.click(panel.getByRole('button', { name: /^Décaisser 3\s000/ }))
  await screen.findByText('Décaissement, Transport')
  goOffline(store)
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 10\s000$/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  await user.click(await screen.findByRole('button', { name: /^C’est ça, Sortie notée/ }))
  await user.click(screen.getByRole('button', { name: /^Voir le mouvement, Sortie notée/ }))
  const line = within(screen.getByRole('region', { name: 'Mouvements' }))
    .getByText('Décaissement, Transport')
    .closest('li')
  expect(line?.getAttribute('aria-current')).toBe('true')
  expect(document.activeElement).toBe(line)
  expect((screen.getByRole('textbox', { name: /explication/ }) as HTMLTextAreaElement).value).toContain(
    'Décaissement «\u00a0Transport\u00a0»',
  )
})

test('a count that is left is there again, and one that was put down is counted again beside it', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '500')
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Pièces de 500$/ }), 'a1b')
  await user.click(screen.getByRole('button', { name: 'Continuer plus tard' }))
  await user.click(await screen.findByRole('button', { name: 'Reprendre le comptage' }))
  expect((screen.getByRole('textbox', { name: /^Pièces de 500$/ }) as HTMLInputElement).value).toBe('1')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  expect(await screen.findByRole('heading', { name: 'Le compte est bon' })).toBeTruthy()
  expect(isDisabled(screen.getByRole('button', { name: 'Fermer la caisse' }))).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Recompter' }))
  // What was right is not typed twice.
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Pièces de 500$/ })).value).toBe('1')
  await user.click(await screen.findByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  await waitFor(() => expect(acts().map(({ act }) => act)).toEqual(['open', 'count', 'count']))
})

test('a sale that arrives after the count is told, and an open one is left behind with a reason and the right, which is asked for', async () => {
  const { user, sell, store } = await aTill()
  await openWith(user, '500')
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Pièces de 500$/ }), '1')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  await screen.findByRole('heading', { name: 'Le compte est bon' })
  await sell(2000)
  expect(await screen.findByText('1 vente à envoyer, comptée dans la fermeture')).toBeTruthy()
  const open = await store.set(createSaleAtom)
  await store.set(changeSaleAtom, open, (sale) =>
    addRecord(sale, {
      id: crypto.randomUUID(),
      stockItemId: crypto.randomUUID(),
      label: 'Coartem',
      quantity: 1,
      price: 1200,
    }),
  )
  expect(said(await screen.findByRole('alert'))).toContain(`1 vente à finir avant de fermer${open.identifier}, ouverte`)
  expect(isDisabled(screen.getByRole('button', { name: 'Demander au pharmacien' }))).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /explication/ }), 'Il revient demain')
  await user.click(screen.getByRole('button', { name: 'Demander au pharmacien' }))
  expect(said(await screen.findByRole('dialog', { name: 'Demander au pharmacien' }))).toContain(
    'Fermer malgré les ventes non terminées',
  )
})

test('closed in another window meanwhile, it says so and changes nothing', async () => {
  const { user, store, acts } = await aTill()
  await openWith(user, '500')
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Pièces de 500$/ }), '1')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  await screen.findByRole('heading', { name: 'Le compte est bon' })
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  const { id: registerId } = await shared.store.registerOf(facts.sellerId)
  // the other window has told nobody yet
  await shared.store.closeTill(
    { registerId, count: { denominations: [], others: [] }, comment: null, passedOver: [] },
    facts,
  )
  await user.click(screen.getByRole('button', { name: 'Fermer la caisse' }))
  expect(await screen.findByRole('heading', { name: 'Cette caisse n’est plus ouverte' })).toBeTruthy()
  expect(acts().filter(({ act }) => act === 'close')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Revenir à la caisse' }))
  expect(await screen.findByRole('heading', { name: 'Ouvrir la caisse' })).toBeTruthy()
})

const rachelleName = 'HOUNKPATIN Rachelle'
/** Answers the code 1234 of any member. */
const grantOf = ({ method, path, body }: PlayedCall) => {
  if (method !== 'POST' || path !== '/grants') return undefined
  return (body as { pin: string }).pin === '1234'
    ? {
        status: 201,
        body: {
          id: '018f0000-0000-7000-8000-0000000000d1',
          at: '2026-11-21T11:42:00.000Z',
          expiresAt: '2026-11-21T12:12:00.000Z',
        },
      }
    : { status: 422, body: { message: 'tokens:wrongPin', details: { attemptsLeft: 4 } } }
}
async function codeIn(user: User) {
  await screen.findByRole('region', { name: 'Code' })
  await user.keyboard('1234')
}
/** Counts one note of 10 000, and nothing else. */
async function countTenThousand(user: Awaited<ReturnType<typeof aTill>>['user'], end: string) {
  await user.click(screen.getByRole('button', { name: 'Passer la caisse à un collègue' }))
  await user.type(screen.getByRole('textbox', { name: /^Billets de 10\s000$/ }), '1')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: end }))
}

test('who holds a register and may not see what is expected counts it, passes it on, and is never told the difference', async () => {
  const { user, sell, acts, store } = await aTill({ permissions: vendeur, onCall: grantOf })
  await openWith(user, '10000')
  await sell(2500)
  await screen.findByText(/1 vente/)
  await countTenThousand(user, 'Choisir le collègue')
  const pass = await screen.findByRole('button', { name: 'Passer la caisse' })
  expect(isDisabled(pass)).toBe(true)
  // after the count it is the next one's
  vi.setSystemTime(Date.now() + 1000)
  await sell(3000)
  expect(await screen.findByText('1 opération depuis votre comptage, comptée avec le collègue.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${rachelleName}`) }))
  await user.dblClick(pass)
  expect(await screen.findByRole('heading', { name: `${rachelleName} prend la caisse` })).toBeTruthy()
  // Nothing is handed over before who receives it has typed the code.
  expect(acts().map(({ act }) => act)).toEqual(['open'])
  for (const hidden of ['2 500', '12 500', 'Écart', 'manque']) expect(said(document.body)).not.toContain(hidden)
  await user.click(screen.getByRole('button', { name: 'J’accepte ce comptage' }))
  await codeIn(user)
  expect(await screen.findByRole('heading', { name: 'Caisse passée' })).toBeTruthy()
  expect(said(document.body)).toContain(`Comptées par DOSSOU Aurèle, acceptées par ${rachelleName}`)
  expect(document.body.textContent).toContain(rachelleName)
  for (const hidden of ['2 500', '12 500', 'Écart', 'manque']) expect(said(document.body)).not.toContain(hidden)
  const passed = store.get(snapshotAtom).registers
  expect(passed).toMatchObject([
    {
      userId: rachelle.id,
      float: 10_000,
      found: [{ type: 'CASH', amount: -2500 }],
      received: { taken: 10_000, given: null },
    },
  ])
  expect(passed[0]).not.toHaveProperty('draft')
  // a count beside it would be refused to who may not close
  expect(acts()).toMatchObject([
    { act: 'open' },
    { act: 'hand-over', taking: { given: null, grant: { permission: 'register.use', grantedBy: rachelle.id } } },
  ])
  await user.click(screen.getByRole('button', { name: 'Rester au comptoir' }))
  expect(await screen.findByRole('heading', { name: 'Ouvrir la caisse' })).toBeTruthy()
})

test('who may see what is expected explains the difference before the register is passed on; who receives it counts unseen, and both counts stay', async () => {
  const { user, sell, acts, store } = await aTill({ onCall: grantOf })
  await openWith(user, '10000')
  await sell(2500)
  await countTenThousand(user, 'Voir l’écart')
  expect(said(await screen.findByRole('status', { name: 'Il manque' }))).toMatch(/^Il manque\s*2 500/)
  const pass = screen.getByRole('button', { name: 'Passer la caisse' })
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${rachelleName}`) }))
  expect(isDisabled(pass)).toBe(true)
  await user.click(screen.getByRole('button', { name: /^C’est ça, Enregistré/ }))
  await user.click(pass)
  await user.click(await screen.findByRole('button', { name: 'Compter moi-même' }))
  // Neither what is expected nor what the giver counted.
  const note = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Billets de 5\s000$/ })
  for (const hidden of ['12 500', '2 500', 'manque']) expect(said(document.body)).not.toContain(hidden)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Billets de 10\s000$/ }).value).toBe('')
  await user.type(note, '1')
  await user.type(screen.getByRole('textbox', { name: /^Billets de 2\s000$/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Comparer les comptages' }))
  expect(said(await screen.findByRole('row', { name: /^Espèces/ }))).toBe('Espèces10 0009 000−1 000')
  for (const hidden of ['12 500', '2 500', 'manque']) expect(said(document.body)).not.toContain(hidden)
  const take = screen.getByRole('button', { name: 'Prendre la caisse' })
  expect(isDisabled(take)).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /^Pourquoi les deux comptages/ }), 'Un billet compté deux fois')
  await user.click(take)
  await codeIn(user)
  expect(await screen.findByRole('heading', { name: 'Caisse passée' })).toBeTruthy()
  expect(said(screen.getByRole('status', { name: 'Il manque' }))).toContain('3 500')
  expect(said(document.body)).toContain('DOSSOU Aurèle a compté 10 000 F CFA')
  expect(acts()).toMatchObject([
    { act: 'open' },
    { act: 'count' },
    {
      act: 'hand-over',
      comment: expect.stringContaining('Enregistré, mais pas encaissé') as string,
      denominations: [
        { value: 5000, count: 1 },
        { value: 2000, count: 2 },
      ],
      taking: { given: { denominations: [{ value: 10_000, count: 1 }] }, remark: 'Un billet compté deux fois' },
    },
  ])
  expect(store.get(snapshotAtom).registers).toMatchObject([
    { userId: rachelle.id, found: [{ type: 'CASH', amount: -3500 }], received: { taken: 9000, given: 10_000 } },
  ])
})

test('a colleague with an open register takes no second one', async () => {
  const { user, store } = await aTill({ permissions: vendeur })
  await openWith(user, '10000')
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  await shared.store.openTill(700, { ...facts, sellerId: rachelle.id })
  shared.written()
  await countTenThousand(user, 'Choisir le collègue')
  const hers = await screen.findByRole('radio', { name: new RegExp(`^${rachelleName}`) })
  expect([isDisabled(hers), hers.textContent]).toEqual([true, `${rachelleName}a déjà une caisse ici`])
})

test('the sheet to count by hand has a line for each note, coin and other means, and nothing of what is expected', async () => {
  const { user, sell, store } = await aTill({ permissions: vendeur })
  const printed: string[][] = []
  vi.stubGlobal('print', () => printed.push([...document.querySelectorAll('[data-receipt] [data-weight]')].map(said)))
  await openWith(user, '10000')
  await sell(2500)
  await screen.findByText(/1 vente/)
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  await shared.store.moveMoney(
    {
      kind: 'collection',
      type: 'MOBILE_MONEY',
      operator: 'MTN MoMo',
      amount: 4000,
      note: null,
      clientId: crypto.randomUUID(),
    },
    facts,
  )
  shared.written()
  await user.click(screen.getByRole('button', { name: 'Passer la caisse à un collègue' }))
  await user.click(screen.getByRole('button', { name: 'Imprimer la fiche' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  const words = printed[0]!
  const [notes, coins] = [words.indexOf('Billets'), words.indexOf('Pièces')]
  const values = (from: number, to?: number) =>
    words.slice(from + 1, to).flatMap((line) => /^([\d ]+) x \.+= \.+$/.exec(line)?.[1] ?? [])
  expect(values(notes, coins)).toEqual(['10 000', '5 000', '2 000', '1 000', '500'])
  expect(values(coins)).toEqual(['500', '250', '200', '100', '50', '25', '10', '5'])
  expect(words.some((line) => /^Mobile, MTN MoMo\.+$/.test(line))).toBe(true)
  expect(words.join()).not.toMatch(/12 500|2 500|4 000|Attendu/)
})

test('who may close counts the register of a colleague who sold here; what is done at the drawer stays in one’s own', async () => {
  const { user, store, acts } = await aTill()
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  const colleague = store.get(terminalAtom)!.members.find(({ id }) => id !== facts.sellerId)!
  await shared.store.openTill(700, { ...facts, sellerId: colleague.id })
  shared.written()
  await user.click(await screen.findByRole('radio', { name: shortName(colleague) }))
  expect(await screen.findByText(/^Ouverte à/)).toBeTruthy()
  expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('700')
  expect(screen.queryByRole('button', { name: 'Entrée d’espèces' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Pièces de 100$/ }), '7')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  await user.click(await screen.findByRole('button', { name: 'Fermer la caisse' }))
  expect(await screen.findByRole('heading', { name: 'Caisse fermée' })).toBeTruthy()
  expect(acts().map(({ act }) => act)).toEqual(['open', 'count', 'close'])
  expect(store.get(snapshotAtom).registers).toEqual([])
})

test('what other terminals sold into the register counts, as the server tells it', async () => {
  const told: RegisterLedger = {
    lines: [
      {
        id: '018f0000-0000-7000-8000-0000000000d1',
        at: '2026-11-21T10:00:00.000Z',
        kind: 'sale',
        type: 'CASH',
        operator: null,
        amount: 9000,
        userId: '018f0000-0000-7000-8000-0000000000a2',
        saleId: '018f0000-0000-7000-8000-0000000000d2',
        reason: null,
      },
    ],
    sales: [
      {
        id: '018f0000-0000-7000-8000-0000000000d2',
        number: 412,
        soldAt: '2026-11-21T10:00:00.000Z',
        sellerName: 'HOUNKPÈ Rose',
        isCanceled: false,
        records: [{ quantity: 1 }],
        payments: [{ type: 'CASH', amount: 9000, tendered: 10_000 }],
      },
    ],
    found: [],
    counts: [],
    pastDisbursements: [],
    countedBefore: null,
  }
  const { user, calls } = await aTill({
    onCall: ({ path, body }) => {
      if (path === '/cash-registers')
        return { status: 201, body: aRegister(body as { id: string; openedAt: string; float: number }) }
      return path === '/cash-registers/ledger' ? { status: 200, body: told } : undefined
    },
  })
  await openWith(user, '500')
  await waitFor(() => expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('9 500'))
  expect(calls.some(({ path }) => path === '/cash-registers/ledger')).toBe(true)
})

test.each([
  [caissier, 'Écart déjà compté, espèces−850'],
  [vendeur, null],
])(
  'what a count found missing at the hand-over is not in the drawer, and stands beside what came where the money is told (%#)',
  async (permissions, told) => {
    const { store } = await aTill({ permissions })
    const session = store.get(sessionAtom)!
    const { shared, facts } = noting(store.get(sharedSalesAtom), session, store.get(terminalAtom))
    const hers = { ...facts, sellerId: rachelle.id }
    const { id: registerId } = await shared.store.openTill(20_000, hers)
    await shared.store.handOver(
      {
        registerId,
        count: { denominations: [], others: [] },
        countedAt: new Date().toISOString(),
        comment: null,
        receivedBy: session.userId,
        found: [{ type: 'CASH', operator: null, amount: -850 }],
        taking: aTaking(registerId, session.userId),
      },
      hers,
    )
    shared.written()
    await screen.findByRole('heading', { name: 'Caisse' })
    if (told) expect(said(screen.getByRole('status', { name: 'Espèces en caisse' }))).toContain('19 150')
    const row = screen.queryByRole('rowheader', { name: /^Écart/ })
    expect(row && said(row.parentElement!)).toBe(told)
  },
)
