import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewDues } from '#shared/contract/dues.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { aPerson } from '#tests/support/listed-rows.ts'
import { aCounter, button, goOffline } from './support/a-counter.tsx'
import { aDue, aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

const words = (element: Element) => (element.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const adjoa = aPerson(9, { lastName: 'Hountondji', firstName: 'Adjoa', phone: '+2290196123456' })

/** Sale n° 811 of another counter, its panel open. */
async function theSale({
  permissions = ['sale.sell', 'register.use'],
  ...given
}: Parameters<typeof aSalesServer>[0] & { permissions?: Permission[] } = {}) {
  const server = aSalesServer(given)
  const counter = await aCounter({
    products: theShelf,
    permissions,
    clients: { persons: [adjoa] },
    onCall: server.onCall,
    path: '/kiosk/ventes',
  })
  await counter.user.click(await button(/n°\s811/))
  await button(/Réimprimer le ticket/)
  return { ...counter, server, panel: screen.getByRole('complementary', { name: /Vente n°\s811/ }) }
}

async function open({ user }: Pick<Awaited<ReturnType<typeof theSale>>, 'user'>) {
  const gesture = (await button(/Dû au client/)) as HTMLButtonElement
  await waitFor(() => expect(gesture.disabled).toBe(false))
  await user.click(gesture)
  return within(await screen.findByRole('complementary', { name: /Dû au client, vente n°\s811/ }))
}
const section = () => screen.findByRole('group', { name: /^Dû, Coartem/ })

test('what was not handed over is noted once, for the patient to call', async () => {
  const sale = { ...sold, patientId: adjoa.id }
  const counter = await theSale({ sale })
  const panel = await open(counter)
  const note = () => panel.getByRole('button', { name: 'Noter le dû' }) as HTMLButtonElement
  expect(note().disabled).toBe(true)
  expect(panel.getByText('Choisissez ce qui n’a pas été remis.')).toBeTruthy()
  expect((panel.getByLabelText(/Nom du client/) as HTMLInputElement).value).toBe('HOUNTONDJI Adjoa')
  expect((panel.getByLabelText('Téléphone') as HTMLInputElement).value.replaceAll(/\s/g, ' ')).toBe('01 96 12 34 56')
  await counter.user.click(panel.getByRole('button', { name: /Une de plus, Non remis, Coartem/ }))
  await counter.user.dblClick(note())
  expect(words(await section())).toContain('Coartem 20/120 mg cp B/24 × 1')
  expect(words(await section())).toContain('HOUNTONDJI Adjoa · 01 96 12 34 56')
  expect(counter.server.asked).toHaveLength(1)
  expect(counter.server.asked[0]!.body as NewDues).toMatchObject({
    saleId: sold.id,
    name: 'HOUNTONDJI Adjoa',
    lines: [{ lineId: sold.records[0]!.id, quantity: 1 }],
  })
})

test('a line owes no more than it sold, less what is owed and returned already', async () => {
  const counter = await theSale({ dues: [aDue()] })
  await section()
  const panel = await open(counter)
  const coartem = panel.getByRole('spinbutton', { name: /Non remis, Coartem/ })
  expect(coartem.getAttribute('aria-valuemax')).toBe('1')
  expect(panel.getByRole('spinbutton', { name: /Non remis, Doliprane/ }).getAttribute('aria-valuemax')).toBe('3')
  // A service is done or not: nothing of it is handed over later.
  expect(panel.queryByRole('spinbutton', { name: /tension/ })).toBeNull()
})

test('without a name, or with a phone that is none, nothing is sent', async () => {
  const counter = await theSale({ sale: { ...sold, patientName: null } })
  const panel = await open(counter)
  await counter.user.click(panel.getByRole('button', { name: /Une de plus, Non remis, Coartem/ }))
  expect(panel.getByText('Indiquez le nom du client.')).toBeTruthy()
  await counter.user.type(panel.getByLabelText(/Nom du client/), 'Le voisin')
  await counter.user.type(panel.getByLabelText('Téléphone'), '12')
  expect(await panel.findByText('Corrigez le téléphone.')).toBeTruthy()
  expect(panel.getByText(/pas le bon nombre de chiffres/)).toBeTruthy()
  expect((panel.getByRole('button', { name: 'Noter le dû' }) as HTMLButtonElement).disabled).toBe(true)
})

test('an answer that is lost: the same is sent again, also after the panel was closed, and noted once', async () => {
  const counter = await theSale({ onAttempt: (attempt) => (attempt === 1 ? 'lost' : undefined) })
  let panel = await open(counter)
  await counter.user.click(panel.getByRole('button', { name: /Une de plus, Non remis, Coartem/ }))
  await counter.user.click(panel.getByRole('button', { name: 'Noter le dû' }))
  expect(words(await panel.findByRole('alert'))).toContain('il ne le sera qu’une fois')
  await counter.user.click(panel.getByRole('button', { name: 'Plus tard' }))
  panel = await open(counter)
  expect(panel.getByRole('spinbutton', { name: /Non remis, Coartem/ }).getAttribute('aria-valuenow')).toBe('1')
  await counter.user.click(panel.getByRole('button', { name: 'Réessayer' }))
  await section()
  expect(counter.server.asked[1]!.body).toEqual(counter.server.asked[0]!.body)
  expect(screen.getAllByRole('group', { name: /^Dû, Coartem/ })).toHaveLength(1)
})

test('a part is handed over, then the rest', async () => {
  const { user, server } = await theSale({ dues: [aDue({ quantity: 2, owed: 2 })] })
  const row = async () => within(await section())
  await user.click((await row()).getByRole('button', { name: /Une de moins/ }))
  await user.click((await row()).getByRole('button', { name: /^Remis/ }))
  await waitFor(async () => expect(words(await section())).toContain('× 1'))
  expect((await row()).queryByRole('spinbutton')).toBeNull()
  await user.click((await row()).getByRole('button', { name: /^Remis/ }))
  await waitFor(async () => expect(words(await section())).toContain('par DOSSOU Aurèle'))
  expect(server.asked.map(({ body }) => body)).toEqual([{ left: 1 }, { left: 0 }])
  expect((await row()).queryByRole('button')).toBeNull()
})

test('a refusal is said in its words', async () => {
  const counter = await theSale({
    onAttempt: () => ({ status: 422, body: { message: 'sales:dueBeyondSold', details: { items: [] } } }),
  })
  const panel = await open(counter)
  await counter.user.click(panel.getByRole('button', { name: /Une de plus, Non remis, Coartem/ }))
  await counter.user.click(panel.getByRole('button', { name: 'Noter le dû' }))
  expect(await screen.findByText('Dû plus grand que la vente')).toBeTruthy()
})

test('offline, dues are neither noted nor handed over', async () => {
  const { store, panel } = await theSale({ dues: [aDue()] })
  await section()
  goOffline(store)
  await waitFor(() => expect(words(panel)).toContain('Retour, annulation, date et dû demandent le réseau.'))
  for (const name of [/^Dû au client/, /^Remis/])
    expect((within(panel).getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
})

test('a member who may not sell reads dues, and neither notes nor hands over', async () => {
  const { panel } = await theSale({ dues: [aDue()], permissions: ['register.use'] })
  expect(words(await section())).toContain('Noté le')
  expect(within(panel).queryByRole('button', { name: /Dû au client|^Remis/ })).toBeNull()
})

test('dues that are over say how', async () => {
  const at = '2026-11-21T11:00:00.000Z'
  const { panel } = await theSale({
    dues: [
      aDue({ owed: 0, state: 'handed-over', handedOverAt: at, handedOverByName: 'DOSSOU Aurèle' }),
      aDue({
        id: '018f0000-0000-7000-8000-000000008143',
        owed: 0,
        state: 'canceled',
        canceledAt: at,
        cancelReason: 'Boîte abîmée',
      }),
    ],
  })
  await waitFor(() => expect(words(panel)).toMatch(/Remis le .* par DOSSOU Aurèle/))
  expect(words(panel)).toMatch(/Annulé le .* — Boîte abîmée/)
  expect(within(panel).queryByRole('button', { name: /^Remis/ })).toBeNull()
})
