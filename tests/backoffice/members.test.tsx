import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role, User } from '#shared/contract/users.ts'
import { defaultRoles, permissions } from '#shared/domain/permissions.ts'
import { rightGroups } from '#backoffice/ui/right-words.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const idOf = (n: number) => `018f0000-0000-7000-8000-0000000006${String(n).padStart(2, '0')}`
const aRole = (n: number, given: Partial<Role> = {}): Role => ({
  id: idOf(n),
  name: `Rôle ${n}`,
  permissions: ['sale.sell'],
  discountLimit: null,
  members: n,
  ...given,
})
const aUser = (n: number, given: Partial<User> = {}): User => ({
  id: idOf(n),
  firstName: 'Afi',
  lastName: `Dossou ${n}`,
  email: null,
  roles: [{ id: idOf(51), name: 'vendeur' }],
  hasPin: true,
  active: true,
  hasAccount: false,
  invitedUntil: null,
  invitationMail: null,
  lastSeen: null,
  ...given,
})
const vendeur = aRole(51, { name: 'vendeur', permissions: [...defaultRoles.vendeur] })

/** A server that keeps members and roles. */
function aTeam({
  users = [],
  roles = [vendeur],
  refuse = () => undefined,
}: {
  users?: User[]
  roles?: Role[]
  refuse?: (asked: Asked) => Answer
}) {
  return (asked: Asked): Answer => {
    const refused = refuse(asked)
    if (refused) return refused
    const { method, path, body } = asked
    for (const [home, rows] of [
      ['/users', users],
      ['/roles', roles],
    ] as const) {
      if (path === home && method === 'GET') return ok({ items: rows, total: rows.length })
      if (path === home && method === 'POST') {
        const row = { ...(home === '/users' ? aUser(90) : aRole(90)), ...(body as object) }
        ;(rows as unknown[]).push(row)
        return { status: 201, body: row }
      }
      const row = rows.find(({ id }) => path === `${home}/${id}`)
      if (row && method === 'PATCH') {
        const { pin: _pin, roleIds: _roleIds, ...rest } = body as { pin?: string; roleIds?: string[] }
        Object.assign(row, rest)
      }
      if (row) return ok(row)
    }
    if (method === 'POST' && path.endsWith('/invitation'))
      return { status: 201, body: { secret: 's'.repeat(32), expiresAt: '2026-11-28T10:00:00.000Z', isMailed: false } }
    return undefined
  }
}
const panelOf = async (name: string) => within(await screen.findByRole('complementary', { name }))

test('members stand with their roles, where they were seen, and what keeps them out', async () => {
  await aDesk({
    path: '/backoffice/parametres/utilisateurs',
    answer: aTeam({
      users: [
        aUser(1, { lastSeen: { at: '2026-11-20T07:15:00.000Z', terminalCode: 'K7QF' }, email: 'afi@example.org' }),
        aUser(2, { active: false }),
        aUser(3, { hasPin: false }),
        aUser(4, { hasPin: false, invitedUntil: '2026-11-28T10:00:00.000Z' }),
      ],
    }),
  })
  await waitFor(() =>
    expect(rowTexts().map((cells) => cells.map(plain))).toEqual([
      ['DOSSOU 1 Afi', 'Vendeur', 'afi@example.org', '20/11/2026 à 07:15, poste K7QF', ''],
      ['DOSSOU 2 Afi', 'Vendeur', '–', '–', 'Désactivé'],
      ['DOSSOU 3 Afi', 'Vendeur', '–', '–', 'Sans code'],
      ['DOSSOU 4 Afi', 'Vendeur', '–', '–', 'Invité'],
    ]),
  )
})

test('a code is typed twice, is not trivial, and a taken one is told at its field with everything typed kept', async () => {
  const refuse = ({ method, body }: Asked): Answer =>
    method === 'POST' && (body as { pin?: string }).pin === '2468'
      ? { status: 409, body: { message: 'users:duplicatePinCode' } }
      : undefined
  const { user, sent } = await aDesk({
    path: '/backoffice/parametres/utilisateurs?nouveau=oui',
    answer: aTeam({ refuse }),
  })
  const panel = await panelOf('Nouvel utilisateur')
  await user.type(panel.getByRole('textbox', { name: /^Nom/ }), 'Kone')
  await user.type(panel.getByRole('textbox', { name: /^Prénom/ }), 'Awa')
  await user.click(panel.getByRole('combobox', { name: /^Rôles/ }))
  await user.click(await panel.findByRole('option', { name: 'Vendeur' }))
  expect(panel.getByText('Vendre, Utiliser une caisse')).toBeTruthy()
  const typeCodes = async (pin: string, again: string) => {
    for (const [label, text] of [
      ['Code', pin],
      ['Confirmation du code', again],
    ] as const) {
      const field = panel.getByLabelText(label)
      await user.clear(field)
      await user.type(field, text)
    }
    await user.click(panel.getByRole('button', { name: 'Créer' }))
  }
  await typeCodes('1234', '1234')
  expect(await panel.findByText(/Trop facile à deviner/)).toBeTruthy()
  await typeCodes('24', '24')
  expect(await panel.findByText('Quatre chiffres.')).toBeTruthy()
  await typeCodes('2468', '2469')
  expect(await panel.findByText('Les deux codes sont différents.')).toBeTruthy()
  expect(sent('POST /users')).toEqual([])
  await typeCodes('2468', '2468')
  expect(await panel.findByText('Ce code est déjà utilisé. Choisissez-en un autre.')).toBeTruthy()
  expect(panel.getByDisplayValue('Kone')).toBeTruthy()
  await typeCodes('5820', '5820')
  await waitFor(() =>
    expect(sent('POST /users').at(-1)).toEqual({
      firstName: 'Awa',
      lastName: 'Kone',
      email: null,
      roleIds: [idOf(51)],
      pin: '5820',
    }),
  )
})

test('a change without a new code sends none; a role with more rights than one’s own cannot be given', async () => {
  const boss = aRole(52, { name: 'titulaire', permissions: [...defaultRoles.titulaire] })
  const { user, sent } = await aDesk({
    path: `/backoffice/parametres/utilisateurs/${idOf(1)}`,
    permissions: ['user.manage', ...defaultRoles.vendeur],
    answer: aTeam({ users: [aUser(1)], roles: [vendeur, boss] }),
  })
  const panel = await panelOf('DOSSOU 1 Afi')
  await user.click(panel.getByRole('combobox', { name: /^Rôles/ }))
  expect((await panel.findByRole('option', { name: 'Titulaire' })).dataset['comboboxDisabled']).toBe('true')
  await user.keyboard('{Escape}')
  const email = panel.getByRole('textbox', { name: 'E-mail' })
  await user.type(email, 'afi@example.org{Enter}')
  await waitFor(() =>
    expect(sent(`PATCH /users/${idOf(1)}`)).toEqual([
      { firstName: 'Afi', lastName: 'Dossou 1', email: 'afi@example.org', roleIds: [idOf(51)] },
    ]),
  )
})

test('a member is deactivated after a question, and comes back without one; oneself has no such button', async () => {
  const users = [aUser(1), aUser(2)]
  const { user, sent } = await aDesk({
    path: `/backoffice/parametres/utilisateurs/${idOf(1)}`,
    answer: aTeam({ users }),
  })
  const panel = await panelOf('DOSSOU 1 Afi')
  await user.click(panel.getByRole('button', { name: 'Désactiver l’utilisateur' }))
  const asked = within(await screen.findByRole('alertdialog'))
  expect(sent(`PATCH /users/${idOf(1)}`)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Désactiver' }))
  await waitFor(() => expect(sent(`PATCH /users/${idOf(1)}`)).toEqual([{ active: false }]))
  await user.click(await panel.findByRole('button', { name: 'Réactiver l’utilisateur' }))
  await waitFor(() => expect(sent(`PATCH /users/${idOf(1)}`)).toEqual([{ active: false }, { active: true }]))
})

test('an invitation shows its link once, to scan, copy or send; without an address it cannot be made', async () => {
  const users = [aUser(1, { email: 'afi@example.org', hasPin: false }), aUser(2)]
  const { user, sent } = await aDesk({
    path: `/backoffice/parametres/utilisateurs/${idOf(1)}`,
    answer: aTeam({ users }),
  })
  const panel = await panelOf('DOSSOU 1 Afi')
  await user.click(panel.getByRole('button', { name: 'Inviter' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Inviter Afi' }))
  const link = `${location.origin}/backoffice/action#invitation=${'s'.repeat(32)}`
  expect((shown.getByRole('textbox', { name: 'Lien' }) as HTMLInputElement).value).toBe(link)
  expect(shown.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(encodeURIComponent(link))
  expect(plain(shown.getByRole('status').textContent)).toBe(
    'Rien n’a été envoyé : aucune messagerie n’est réglée. Remettez ce lien à Afi.',
  )
  expect(shown.queryByRole('button', { name: 'Renvoyer' })).toBeNull()
  expect(sent(`POST /users/${idOf(1)}/invitation`)).toHaveLength(1)
  await user.click(shown.getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(screen.queryByText(link)).toBeNull())
  await user.click(screen.getByText('DOSSOU 2 Afi'))
  const other = await panelOf('DOSSOU 2 Afi')
  expect((other.getByRole('button', { name: 'Inviter' }) as HTMLButtonElement).disabled).toBe(true)
})

test('the window follows the e-mail of an invitation, says why it did not leave, and sends it again', async () => {
  let mail: User['invitationMail'] = null
  const team = aTeam({ users: [] })
  const { user, sent, hint } = await aDesk({
    path: `/backoffice/parametres/utilisateurs/${idOf(1)}`,
    answer: (asked) => {
      const { method, path } = asked
      if (method === 'POST' && path.endsWith('/invitation')) {
        mail = { to: 'afi@example.org', state: 'waiting', problem: null }
        return { status: 201, body: { secret: 's'.repeat(32), expiresAt: '2026-11-28T10:00:00.000Z', isMailed: true } }
      }
      if (method === 'GET' && path === `/users/${idOf(1)}`)
        return { status: 200, body: aUser(1, { email: 'afi@example.org', hasPin: false, invitationMail: mail }) }
      return team(asked)
    },
  })
  const panel = await panelOf('DOSSOU 1 Afi')
  await user.click(panel.getByRole('button', { name: 'Inviter' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Inviter Afi' }))
  const said = (role: 'status' | 'alert') => plain(shown.getByRole(role).textContent)
  expect(said('status')).toBe('L’invitation part à afi@example.org : elle attend d’être envoyée.')
  mail = { to: 'afi@example.org', state: 'failed', problem: '550 no such mailbox' }
  hint('mails')
  await waitFor(() =>
    expect(said('alert')).toBe(
      'L’invitation n’est pas partie à afi@example.org. Réponse de la messagerie : 550 no such mailbox',
    ),
  )
  await user.click(shown.getByRole('button', { name: 'Renvoyer' }))
  await waitFor(() => expect(said('status')).toContain('part à afi@example.org'))
  expect(sent(`POST /users/${idOf(1)}/invitation`)).toHaveLength(2)
  mail = { to: 'afi@example.org', state: 'sent', problem: null }
  hint('mails')
  await waitFor(() => expect(said('status')).toBe('L’invitation est partie à afi@example.org.'))
  expect(shown.queryByText(/Rien n’a été envoyé/)).toBeNull()
})

test('roles stand with their limit; a role is changed by its rights, in words', async () => {
  const roles = [
    aRole(1, { name: 'pharmacien', permissions: ['sale.sell', 'sale.discount'], discountLimit: 10 }),
    aRole(2, { name: 'stagiaire' }),
  ]
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/roles', answer: aTeam({ roles }) })
  await waitFor(() =>
    expect(rowTexts()).toEqual([
      ['Pharmacien', '10 % au plus', '2', '1'],
      ['Stagiaire', 'Aucune remise', '1', '2'],
    ]),
  )
  await user.keyboard('{ArrowDown}{Enter}')
  const panel = await panelOf('Pharmacien')
  expect(panel.getByText('Rôle d’origine, 1 membre')).toBeTruthy()
  await user.click(panel.getByRole('checkbox', { name: 'Annuler, modifier, reprendre une vente' }))
  const limit = panel.getByRole('textbox', { name: /Remise maximale/ })
  await user.clear(limit)
  await user.type(limit, '101{Enter}')
  expect(await panel.findByText(/Un nombre entier de 0 à 100/)).toBeTruthy()
  await user.clear(limit)
  await user.type(limit, '{Enter}')
  await waitFor(() =>
    expect(sent(`PATCH /roles/${idOf(1)}`)).toEqual([
      { name: 'pharmacien', permissions: ['sale.sell', 'sale.discount', 'sale.cancel'], discountLimit: null },
    ]),
  )
})

test('a new role begins as a copy; a right that one lacks can be neither given nor taken', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/parametres/roles?nouveau=oui',
    permissions: ['role.manage', ...defaultRoles.vendeur],
    answer: aTeam({}),
  })
  const panel = await panelOf('Nouveau rôle')
  await user.type(panel.getByRole('textbox', { name: /^Rôle/ }), 'Stagiaire')
  await user.click(panel.getByRole('combobox', { name: 'Copier les droits d’un rôle' }))
  await user.click(await panel.findByRole('option', { name: 'Vendeur' }))
  expect((panel.getByRole('checkbox', { name: 'Utiliser une caisse' }) as HTMLInputElement).checked).toBe(true)
  expect((panel.getByRole('checkbox', { name: 'Accorder une remise' }) as HTMLInputElement).disabled).toBe(true)
  await user.click(panel.getByRole('checkbox', { name: 'Utiliser une caisse' }))
  await user.click(panel.getByRole('button', { name: 'Créer' }))
  await waitFor(() =>
    expect(sent('POST /roles')).toEqual([{ name: 'Stagiaire', permissions: ['sale.sell'], discountLimit: null }]),
  )
})

test('a role that members have is not deleted: the server says how many, and the panel leads to them', async () => {
  const roles = [aRole(2, { name: 'stagiaire' })]
  const { user } = await aDesk({
    path: `/backoffice/parametres/roles/${idOf(2)}`,
    answer: aTeam({
      roles,
      refuse: ({ method }) =>
        method === 'DELETE'
          ? { status: 409, body: { message: 'roles:cannotDeleteRoleWithUsers', details: { count: 2 } } }
          : undefined,
    }),
  })
  const panel = await panelOf('Stagiaire')
  await user.click(panel.getByRole('button', { name: 'Supprimer le rôle' }))
  expect(plain((await screen.findByRole('alertdialog')).textContent ?? '')).toContain('2')
  await user.click(within(screen.getByRole('alertdialog')).getAllByRole('button')[0]!)
  await user.click(panel.getByRole('button', { name: 'Voir les 2 membres qui l’ont' }))
  await waitFor(() => expect(location.pathname).toBe('/backoffice/parametres/utilisateurs'))
  expect(location.search).toBe(`?role=${idOf(2)}`)
})

test('each right of a pharmacy stands once in the form of a role', () => {
  const shown = rightGroups.flatMap(({ rights }) => rights)
  expect(shown.toSorted()).toEqual(
    permissions.filter((right) => right !== 'referential.edit' && right !== 'platform.manage').toSorted(),
  )
})
