import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewReopening, RegisterReport } from '#shared/contract/cash-registers.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aurele, rachelle } from '#tests/support/a-terminal.ts'
import { aDesk, ok, pageText, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { aCount, aRegister, aReport, registerId } from './support/a-drawer.ts'

const home = `/backoffice/caisses/${registerId(1)}`
const reopening = `/cash-registers/${registerId(1)}/reopen`
const closing = aCount(41)
const closed = aReport(
  aRegister(1, {
    state: 'CLOSED',
    closedAt: closing.countedAt,
    closedByName: 'HOUNKPATIN Rachelle',
    heldBy: rachelle.id,
    heldByName: 'HOUNKPATIN Rachelle',
    number: 41,
    gap: 0,
  }),
  { counts: [closing] },
)
const reopened: RegisterReport = {
  ...closed,
  register: aRegister(1),
  events: [
    {
      kind: 'reopened',
      at: '2026-11-21T11:30:00.000Z',
      byName: 'DOSSOU Aurèle',
      details: { reason: 'Un billet oublié' },
    },
  ],
}

/** A server on which the register is reopened at the first call; `replies`: what becomes of each answer on its way. */
function aServer(...replies: (Answer | 'lost' | 'given')[]) {
  const [taken, heard] = [new Set<string>(), [] as NewReopening[]]
  const answer = ({ method, path, body }: Asked): Answer => {
    if (path === '/cash-registers/report') return ok(taken.size > 0 && replies.length === 0 ? reopened : closed)
    if (method !== 'POST' || path !== reopening) return undefined
    heard.push(body as NewReopening)
    const fate = replies.shift() ?? 'given'
    if (fate !== 'lost' && fate !== 'given') return fate
    taken.add((body as NewReopening).id)
    return fate === 'lost' ? 'nobody' : { status: 201, body: reopened.register }
  }
  return { answer, heard, taken }
}

async function asking(user: Awaited<ReturnType<typeof aDesk>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Rouvrir la caisse' }))
  return within(await screen.findByRole('dialog', { name: 'Rouvrir la caisse de DOSSOU Aurèle' }))
}

test('it says what comes of it, asks why, is sent once however often it is touched, and the page shows it', async () => {
  const server = aServer('given')
  const { user } = await aDesk({ path: home, answer: server.answer })
  const dialog = await asking(user)
  const told = plain(dialog.getByRole('list').textContent ?? '')
  for (const said of [
    'Vous en devenez le caissier',
    'à la place de HOUNKPATIN Rachelle',
    'La fermeture n° 41',
    'nouveau numéro',
  ])
    expect(told).toContain(said)
  await user.click(dialog.getByRole('button', { name: 'Rouvrir la caisse' }))
  expect(await dialog.findByText('Indiquez le motif.')).toBeTruthy()
  expect(server.heard).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /Motif/ }), 'Un billet oublié')
  await user.dblClick(dialog.getByRole('button', { name: 'Rouvrir la caisse' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.heard).toMatchObject([
    { revision: 1, reason: 'Un billet oublié', sellerId: aurele.id, sellerRoles: ['titulaire'] },
  ])
  await waitFor(() => expect(pageText()).toContain('Rouverte : Un billet oublié'))
  expect(pageText()).toContain('Ouverte')
  expect(screen.queryByRole('button', { name: 'Rouvrir la caisse' })).toBeNull()
})

test('where the answer was lost it goes again as it was, also after its dialog was closed: it is opened once', async () => {
  const server = aServer('lost', 'lost', 'given')
  const { user } = await aDesk({ path: home, answer: server.answer })
  const first = await asking(user)
  await user.type(first.getByRole('textbox', { name: /Motif/ }), 'Un billet oublié')
  await user.click(first.getByRole('button', { name: 'Rouvrir la caisse' }))
  expect(await first.findByText(/Le serveur n’a pas répondu/)).toBeTruthy()
  await waitFor(() =>
    expect((first.getByRole('textbox', { name: /Motif/ }) as HTMLTextAreaElement).readOnly).toBe(true),
  )
  await user.click(first.getByRole('button', { name: 'Rouvrir la caisse' }))
  await waitFor(() => expect(server.heard).toHaveLength(2))
  await user.click(await first.findByRole('button', { name: 'Annuler' }))
  await user.click(await screen.findByRole('button', { name: 'Abandonner la saisie' }))
  const again = await asking(user)
  expect((again.getByRole('textbox', { name: /Motif/ }) as HTMLTextAreaElement).value).toBe('Un billet oublié')
  await user.click(again.getByRole('button', { name: 'Rouvrir la caisse' }))
  await waitFor(() => expect(pageText()).toContain('Rouverte : Un billet oublié'))
  expect(server.heard).toHaveLength(3)
  expect(server.taken.size).toBe(1)
})

test('a refusal is said in the words of the catalogue, the page is read again, and another attempt is another one', async () => {
  const server = aServer(
    { status: 409, body: { message: 'cashRegisters:notClosed', details: { registerId: registerId(1) } } },
    'given',
  )
  const { user, askedOf } = await aDesk({ path: home, answer: server.answer })
  const dialog = await asking(user)
  await user.type(dialog.getByRole('textbox', { name: /Motif/ }), 'Un billet oublié')
  const before = askedOf('/cash-registers/report').length
  await user.click(dialog.getByRole('button', { name: 'Rouvrir la caisse' }))
  expect(await screen.findByText('La caisse n’est pas fermée')).toBeTruthy()
  await waitFor(() => expect(askedOf('/cash-registers/report').length).toBeGreaterThan(before))
  await user.click(screen.getByRole('button', { name: 'Actualiser' }))
  await user.click(dialog.getByRole('button', { name: 'Rouvrir la caisse' }))
  await waitFor(() => expect(server.heard).toHaveLength(2))
  expect(new Set(server.heard.map(({ id }) => id)).size).toBe(2)
})

test('reopened by somebody else meanwhile, the dialog says so and sends nothing', async () => {
  const { user, answerWith, hint } = await aDesk({ path: home, answer: aServer().answer })
  const dialog = await asking(user)
  answerWith(({ path }) => (path === '/cash-registers/report' ? ok(reopened) : undefined))
  hint('cash-registers')
  expect(await dialog.findByText(/Elle a déjà été rouverte/)).toBeTruthy()
  expect((dialog.getByRole('button', { name: 'Rouvrir la caisse' }) as HTMLButtonElement).disabled).toBe(true)
})

test('who holds another register already is told what becomes of it', async () => {
  const { user } = await aDesk({
    path: home,
    answer: (asked) =>
      asked.path === '/cash-registers/current' ? ok({ cashRegister: aRegister(2) }) : aServer().answer(asked),
  })
  expect(await (await asking(user)).findByText(/Vous avez déjà une caisse ouverte, du/)).toBeTruthy()
})

test('without a network the button says why it rests', async () => {
  const { goOffline } = await aDesk({ path: home, answer: aServer().answer })
  await screen.findByRole('button', { name: 'Rouvrir la caisse' })
  goOffline()
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Rouvrir la caisse' }) as HTMLButtonElement).disabled).toBe(true),
  )
  expect(screen.getByRole('button', { name: 'Rouvrir la caisse' }).title).toMatch(/Hors ligne/)
})

test('a closing that waits is taken back, and the dialog says so', async () => {
  const waiting = aReport(aRegister(1, { state: 'WAITING' }), { awaited: [registerId(2)] })
  const { user } = await aDesk({
    path: home,
    answer: ({ path }) => (path === '/cash-registers/report' ? ok(waiting) : undefined),
  })
  const dialog = await asking(user)
  expect(plain(dialog.getByRole('list').textContent ?? '')).toContain('La fermeture en attente est annulée')
  expect((dialog.getByRole('button', { name: 'Rouvrir la caisse' }) as HTMLButtonElement).disabled).toBe(false)
})

test('a register that is open has nothing to be opened again', async () => {
  await aDesk({
    path: home,
    answer: ({ path }) =>
      path === '/cash-registers/report' ? ok(aReport(aRegister(1, { state: 'OPEN' }))) : undefined,
  })
  await screen.findByRole('region', { name: 'Déroulement' })
  expect(screen.queryByRole('button', { name: 'Rouvrir la caisse' })).toBeNull()
})

test('who has not the right is offered nothing', async () => {
  await aDesk({ path: home, permissions: defaultRoles.vendeur, answer: aServer().answer })
  await screen.findByRole('region', { name: 'Déroulement' })
  expect(screen.queryByRole('button', { name: 'Rouvrir la caisse' })).toBeNull()
})
