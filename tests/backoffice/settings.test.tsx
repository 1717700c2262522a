import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Bank } from '#shared/contract/banks.ts'
import type { Tag } from '#shared/contract/tags.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, pageText, rowTexts, taken, type Answer, type Asked } from './support/a-desk.tsx'
import { aReason } from './support/a-drawer.ts'

const idOf = (n: number) => `018f0000-0000-7000-8000-0000000007${String(n).padStart(2, '0')}`
const aTag = (n: number, given: Partial<Tag> = {}): Tag => ({
  id: idOf(n),
  type: 'person',
  label: `Étiquette ${n}`,
  color: 'blue',
  ...given,
})
const aBank = (n: number, given: Partial<Bank> = {}): Bank => ({
  id: idOf(n),
  name: `Banque ${n}`,
  archived: false,
  ...given,
})

/** A server that keeps rows of one family; a label or name that exists is refused. */
function keeps<Row extends { id: string }>(
  path: string,
  rows: Row[],
  name: (row: Row) => string,
  more: (asked: Asked) => Answer = () => undefined,
) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const answer = (asked: Asked): Answer => {
    const { method, body } = asked
    if (method !== 'GET') sent.push({ method, path: asked.path, body })
    const id = asked.path.slice(path.length + 1)
    const row = rows.find((each) => each.id === id)
    if (asked.path === path && method === 'GET') {
      const types = asked.query.get('types')
      const items = types ? rows.filter((each) => (each as unknown as Tag).type === types) : rows
      return ok({ items, total: items.length })
    }
    if (method === 'POST' || method === 'PATCH') {
      const next = { archived: false, ...row, ...(body as Partial<Row>), id: row?.id ?? idOf(99) } as unknown as Row
      if (rows.some((each) => each.id !== next.id && name(each) === name(next)))
        return taken('label' in next ? 'label' : 'name')
      if (row) rows[rows.indexOf(row)] = next
      else rows.push(next)
      return { status: method === 'POST' ? 201 : 200, body: next }
    }
    if (method === 'DELETE' && row) {
      rows.splice(rows.indexOf(row), 1)
      return ok({ id })
    }
    return row ? ok(row) : more(asked)
  }
  return { answer, sent }
}
const panel = (name: string) => screen.findByRole('complementary', { name }).then(within)
const labels = () => rowTexts().map(([label]) => label)

test('tags stand with their type and colour in words; the type asks the server', async () => {
  const { answer } = keeps(
    '/tags',
    [aTag(1, { label: 'VIP', color: 'red' }), aTag(2, { label: 'CNSS', type: 'organization' })],
    ({ label }) => label,
  )
  const { user } = await aDesk({ path: '/backoffice/parametres/etiquettes', answer })
  await waitFor(() =>
    expect(rowTexts()).toEqual([
      ['VIP', 'Patients', 'Rouge'],
      ['CNSS', 'Organismes', 'Bleu'],
    ]),
  )
  await user.click(screen.getByRole('radio', { name: 'Organismes' }))
  await waitFor(() => expect(labels()).toEqual(['CNSS']))
  expect(location.search).toBe('?type=organization')
})

test('a new tag by keyboard; a label that exists is told at its field and nothing typed is lost', async () => {
  const { answer, sent } = keeps('/tags', [aTag(1, { label: 'VIP' })], ({ label }) => label)
  const { user } = await aDesk({ path: '/backoffice/parametres/etiquettes', answer })
  await waitFor(() => expect(labels()).toEqual(['VIP']))
  await user.keyboard('n')
  const form = await panel('Nouvelle étiquette')
  await user.type(form.getByRole('textbox', { name: /Étiquette/ }), 'VIP{Enter}')
  expect(await form.findByText('Cette étiquette existe déjà.')).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: /Étiquette/ }), ' 2{Enter}')
  await waitFor(() => expect(labels()).toEqual(['VIP', 'VIP 2']))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent.map(({ body }) => body)).toEqual([
    { type: 'person', label: 'VIP', color: 'green' },
    { type: 'person', label: 'VIP 2', color: 'green' },
  ])
})

test('a label that a tag of another type has is no twin; the type of the address is that of the new one', async () => {
  const { answer, sent } = keeps(
    '/tags',
    [aTag(1, { label: 'VIP' }), aTag(2, { label: 'CNSS', type: 'organization' })],
    ({ type, label }) => `${type} ${label}`,
  )
  const { user } = await aDesk({ path: '/backoffice/parametres/etiquettes?type=organization', answer })
  await waitFor(() => expect(labels()).toEqual(['CNSS']))
  await user.keyboard('n')
  const form = await panel('Nouvelle étiquette')
  await user.type(form.getByRole('textbox', { name: /Étiquette/ }), 'cnss')
  expect((await form.findByText(/Cette étiquette existe déjà/)).textContent).toMatch(/CNSS/)
  await user.clear(form.getByRole('textbox', { name: /Étiquette/ }))
  await user.type(form.getByRole('textbox', { name: /Étiquette/ }), 'VIP')
  await waitFor(() => expect(form.queryByText(/Cette étiquette existe déjà/)).toBeNull())
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ type: 'organization', label: 'VIP', color: 'green' }]),
  )
})

test('Entrée opens a tag; its new word stands in the list, no question is asked', async () => {
  const { answer, sent } = keeps('/tags', [aTag(1, { label: 'VIP' })], ({ label }) => label)
  const { user } = await aDesk({ path: '/backoffice/parametres/etiquettes', answer })
  await waitFor(() => expect(labels()).toEqual(['VIP']))
  await user.keyboard('{ArrowDown}{Enter}')
  const form = await panel('VIP')
  const field = await form.findByRole('textbox', { name: /Étiquette/ })
  await user.clear(field)
  await user.type(field, 'Fidèle{Enter}')
  await waitFor(() => expect(labels()).toEqual(['Fidèle']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual([{ method: 'PATCH', path: `/tags/${idOf(1)}`, body: { label: 'Fidèle', color: 'blue' } }])
})

test('deleting a tag says how many carry it, and is called off by « Annuler »', async () => {
  const { answer, sent } = keeps(
    '/tags',
    [aTag(1, { label: 'VIP' })],
    ({ label }) => label,
    ({ path, query }) =>
      path === '/clients' && query.get('tag') === idOf(1) ? ok({ items: [], total: 3 }) : undefined,
  )
  const { user } = await aDesk({ path: `/backoffice/parametres/etiquettes/${idOf(1)}`, answer })
  expect(await screen.findByText(/3\sclients l’utilisent\./)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Supprimer l’étiquette' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toMatch(/3\sclients l’utilisent/)
  await user.click(within(question).getByRole('button', { name: 'Annuler' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Supprimer l’étiquette' }))
  await user.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Supprimer' }))
  await waitFor(() => expect(pageText()).toContain('Aucune étiquette.'))
  expect(sent.map(({ method }) => method)).toEqual(['DELETE'])
})

test('who may not change clients reads the tags only', async () => {
  const { answer } = keeps('/tags', [aTag(1)], ({ label }) => label)
  const { user } = await aDesk({ path: '/backoffice/parametres/etiquettes', answer, permissions: defaultRoles.vendeur })
  await waitFor(() => expect(labels()).toHaveLength(1))
  await user.keyboard('n{ArrowDown}{Enter}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nouvelle étiquette' })).toBeNull()
})

test('a bank is made, archived and taken back', async () => {
  const { answer, sent } = keeps('/banks', [aBank(1, { name: 'Ecobank' })], ({ name }) => name)
  const { user } = await aDesk({ path: '/backoffice/parametres/banques', answer })
  await waitFor(() => expect(labels()).toEqual(['Ecobank']))
  await user.click(screen.getByRole('button', { name: 'Nouvelle banque' }))
  const form = await panel('Nouvelle banque')
  await user.type(form.getByRole('textbox', { name: /Nom/ }), '{Enter}')
  expect(await form.findByText('Indiquez le nom.')).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: /Nom/ }), 'BOA{Enter}')
  await waitFor(() => expect(labels()).toEqual(['Ecobank', 'BOA']))

  await user.click(screen.getByText('Ecobank'))
  await user.click(await screen.findByRole('button', { name: 'Archiver la banque' }))
  await waitFor(() => expect(rowTexts()[0]).toEqual(['Ecobank', 'Archivée']))
  await user.click(await screen.findByRole('button', { name: 'Reprendre la banque' }))
  await waitFor(() => expect(rowTexts()[0]).toEqual(['Ecobank', '']))
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'BOA' }, { archived: true }, { archived: false }])
})

test('a reason for disbursements is made, renamed and archived; words that exist are told at their field', async () => {
  const { answer, sent } = keeps('/disbursement-reasons', [aReason(1, { label: 'Coursier' })], ({ label }) => label)
  const { user } = await aDesk({ path: '/backoffice/parametres/motifs', answer })
  await waitFor(() => expect(labels()).toEqual(['Coursier']))
  await user.keyboard('n')
  const form = await panel('Nouveau motif')
  expect(form.queryByText(/^Les décaissements passés/)).toBeNull()
  await user.type(form.getByRole('textbox', { name: /Motif/ }), 'Coursier{Enter}')
  expect(await form.findByText('Ce motif existe déjà.')).toBeTruthy()
  await user.clear(form.getByRole('textbox', { name: /Motif/ }))
  await user.type(form.getByRole('textbox', { name: /Motif/ }), 'Eau{Enter}')
  await waitFor(() => expect(labels()).toEqual(['Coursier', 'Eau']))

  await user.click(screen.getByText('Coursier'))
  const known = await panel('Coursier')
  const field = await known.findByRole('textbox', { name: /Motif/ })
  expect(known.getByText('Les décaissements passés prennent ce nouveau nom.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Livreur{Enter}')
  await waitFor(() => expect(labels()).toEqual(['Livreur', 'Eau']))
  await user.click(screen.getByText('Livreur'))
  await user.click(await screen.findByRole('button', { name: 'Archiver le motif' }))
  await waitFor(() => expect(rowTexts()[0]).toEqual(['Livreur', 'Archivé']))
  await user.click(await screen.findByRole('button', { name: 'Reprendre le motif' }))
  await waitFor(() => expect(rowTexts()[0]).toEqual(['Livreur', '']))
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { label: 'Coursier' }],
    ['POST', { label: 'Eau' }],
    ['PATCH', { label: 'Livreur' }],
    ['PATCH', { archived: true }],
    ['PATCH', { archived: false }],
  ])
})

test('who may not change settings reads the reasons only', async () => {
  const { answer } = keeps('/disbursement-reasons', [aReason(1)], ({ label }) => label)
  const { user } = await aDesk({ path: '/backoffice/parametres/motifs', answer, permissions: defaultRoles.vendeur })
  await waitFor(() => expect(labels()).toHaveLength(1))
  await user.keyboard('n{ArrowDown}{Enter}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nouveau motif' })).toBeNull()
})
