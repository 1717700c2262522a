import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RegisterOutcome, RegisterRow } from '#shared/contract/register-imports.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aCountry } from './support/a-country.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const known = '018f0000-0000-7000-8000-0000000000a1'
const path = '/backoffice/referentiel/registres/import'
const register = [
  'Direction de la pharmacie;;;',
  'CIP;Désignation;Prix;Couleur',
  '3400930000014;ALPHA 5 mg;1 250;bleu',
  ';BETA 5 mg;900;vert',
  ';GAMMA 5 mg;1,154,87;rouge',
].join('\n')

const anImport = (id: string, given: object = {}) => ({
  id,
  countryCode: 'BJ',
  fileName: 'registre.csv',
  status: 'running',
  progress: 40,
  askedAt: '2026-11-21T11:42:00.000Z',
  byName: 'MIN Ada',
  finishedAt: null,
  counts: null,
  error: null,
  canUndo: false,
  undo: null,
  ...given,
})
const counts = { created: 1, changed: 0, same: 0, proposed: 1, aside: 1 }

/** A server that proposes a product for BETA and refuses the price of GAMMA. */
function aReferential(profile: object | null = null) {
  return ({ method, path: asked, body }: Asked): Answer => {
    if (asked === '/countries') return ok([aCountry('BJ', 'Bénin'), aCountry('CI', 'Côte d’Ivoire')])
    if (asked.startsWith('/register-imports/profiles')) return ok({ profile })
    if (asked === '/register-imports/check') {
      const rows = (body as { rows: RegisterRow[] }).rows.map(({ line, fields }): RegisterOutcome => {
        const label = fields.label ?? ''
        const isBeta = label.startsWith('BETA')
        const isGamma = label.startsWith('GAMMA')
        return {
          line,
          label,
          code: fields.code ?? '',
          outcome: isGamma ? 'aside' : isBeta ? 'proposed' : 'new',
          productId: null,
          productLabel: null,
          proposals: isBeta ? [{ id: known, label: 'BETA 5 mg, comprimé' }] : [],
          reasons: isGamma ? [{ field: 'price', text: '« 1,154,87 » a deux marques de décimales.' }] : [],
          changes: [],
          returns: false,
        }
      })
      return ok({ ...counts, rows })
    }
    if (asked === '/register-imports' && method === 'POST')
      return { status: 201, body: anImport((body as { id: string }).id) }
    if (asked === '/register-imports') return ok({ items: [], total: 0 })
    if (asked.startsWith('/register-imports/'))
      return ok({
        ...anImport(asked.split('/')[2]!, { status: 'done', progress: 100, counts }),
        left: [
          {
            line: 5,
            label: 'GAMMA 5 mg',
            code: '',
            outcome: 'aside',
            reasons: [{ field: 'price', text: '« 1,154,87 » a deux marques de décimales.' }],
          },
        ],
        kept: [],
      })
    return undefined
  }
}
const country = async (user: Awaited<ReturnType<typeof aDesk>>['user'], name = 'Bénin') => {
  await user.click(await screen.findByRole('combobox', { name: 'Pays du registre' }))
  await user.click(
    within(await screen.findByRole('listbox', { name: 'Pays du registre' })).getByRole('option', { name }),
  )
}
const choose = async (user: Awaited<ReturnType<typeof aDesk>>['user'], text = register) =>
  user.upload(await screen.findByLabelText('Fichier'), new File([text], 'registre.csv', { type: 'text/csv' }))
const column = (label: string) =>
  screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`Colonne\\s: ${label}$`) })
const text = () => plain(document.body.textContent ?? '')

test('a register is detected, checked without writing, decided and imported; its result stays readable', async () => {
  const { user, sent } = await aDesk({ account: admin, path, answer: aReferential() })
  // no country is guessed
  expect(await screen.findByText(/Choisissez d’abord le pays du registre/)).toBeTruthy()
  await country(user)
  await choose(user)
  expect((await column('Libellé')).value).toBe('Désignation')
  expect((await column('Code')).value).toBe('CIP')
  expect((await column('Prix public')).value).toBe('Prix')
  expect(text()).toContain('Non lues : Couleur')
  await user.click(screen.getByRole('button', { name: /^Vérifier 3\slignes/ }))
  // what waits for a decision is shown first
  await waitFor(() => expect(rowTexts().slice(-1)[0]?.slice(0, 4)).toEqual(['4', '–', 'BETA 5 mg', 'À décider']))
  expect(sent('POST /register-imports')).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Écartés (1)' }))
  await waitFor(() =>
    expect(rowTexts().slice(-1)).toEqual([
      ['5', '–', 'GAMMA 5 mg', 'Écarté', 'Prix public : « 1,154,87 » a deux marques de décimales.'],
    ]),
  )
  await user.click(screen.getByRole('radio', { name: 'À décider (1)' }))
  await user.click(await screen.findByRole('combobox', { name: 'Décision pour la ligne 4' }))
  await user.click(
    within(await screen.findByRole('listbox', { name: 'Décision pour la ligne 4' })).getByRole('option', {
      name: 'Rattacher à BETA 5 mg, comprimé',
    }),
  )
  await user.click(screen.getByRole('button', { name: /Importer 2\sproduits/ }))
  expect(await screen.findByText(/1\sajout, 1\sligne à décider, 1\sligne écartée\./)).toBeTruthy()
  expect(rowTexts().slice(-1)[0]?.slice(0, 4)).toEqual(['5', '–', 'GAMMA 5 mg', 'Écarté'])
  expect(sent('POST /register-imports')).toMatchObject([
    {
      countryCode: 'BJ',
      fileName: 'registre.csv',
      decimals: 'comma',
      columns: { label: 'Désignation', code: 'CIP', price: 'Prix' },
      decisions: [{ line: 4, productId: known }],
      rows: [
        { line: 3, fields: { label: 'ALPHA 5 mg', code: '3400930000014', price: '1 250' } },
        { line: 4, fields: { label: 'BETA 5 mg', price: '900' } },
        { line: 5, fields: { label: 'GAMMA 5 mg', price: '1,154,87' } },
      ],
    },
  ])
})

test('all proposed rows are created at once; the other decimal mark is another question', async () => {
  const { user, sent } = await aDesk({ account: admin, path, answer: aReferential() })
  await country(user)
  await choose(user)
  await user.click(await screen.findByRole('button', { name: /^Vérifier/ }))
  await user.click(await screen.findByRole('button', { name: 'Tout créer' }))
  await user.click(screen.getByRole('button', { name: /Importer 2\sproduits/ }))
  await screen.findByText(/1\sajout/)
  expect(sent('POST /register-imports')).toMatchObject([{ decisions: [{ line: 4, productId: null }] }])
})

test('the columns of the last file of the country are taken; a file without labels says what is missing', async () => {
  const { user } = await aDesk({
    account: admin,
    path,
    answer: aReferential({ columns: { label: 'X2', code: 'X1' }, decimals: 'comma' }),
  })
  await country(user)
  await choose(user, 'X1;X2\n123456;ALPHA\n')
  expect((await column('Libellé')).value).toBe('X2')
  expect(text()).toContain('comme la dernière fois pour Bénin')
  await choose(user, 'A;B\n1;2\n')
  await waitFor(() => expect(text()).toContain('Choisissez la colonne du champ « Libellé ».'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Vérifier/ }).disabled).toBe(true)
})

test('the imports of the last 30 days are listed; a member has no such screen', async () => {
  const id = '018f0000-0000-7000-8000-0000000000b9'
  const answer = aReferential()
  const { askedOf } = await aDesk({
    account: admin,
    path: '/backoffice/referentiel/registres',
    answer: (asked) =>
      asked.path === '/register-imports'
        ? ok({ items: [anImport(id, { status: 'done', progress: 100, counts })], total: 1 })
        : answer(asked),
  })
  await waitFor(() => expect(rowTexts().slice(-1)[0]?.join(' ')).toContain('Bénin registre.csv Importé'))
  expect(askedOf('/register-imports')).not.toEqual([])
})

const undoneId = '018f0000-0000-7000-8000-0000000000c1'
const figures = { removed: 14_980, archived: 1, restored: 312, left: 1 }
const undoOf = (given: object = {}) => ({
  status: 'done',
  progress: 100,
  byName: 'MIN Ada',
  finishedAt: '2026-11-21T11:42:00.000Z',
  counts: figures,
  error: null,
  ...given,
})

/** A server with one import that can be undone; the undo takes two readings. */
function anUndoable(failed: object | null = null) {
  let readings = 0
  let isAsked = false
  const others = aReferential()
  return (asked: Asked): Answer => {
    const { method, path: at } = asked
    const run = (given: object) => anImport(undoneId, { status: 'done', progress: 100, counts, ...given })
    if (at === `/register-imports/${undoneId}/undo`) {
      if (method === 'GET') return ok(figures)
      isAsked = true
      return {
        status: 201,
        body: run({ canUndo: true, undo: undoOf({ status: 'queued', progress: 0, finishedAt: null, counts: null }) }),
      }
    }
    if (at !== `/register-imports/${undoneId}`) return others(asked)
    if (!isAsked) return ok({ ...run({ canUndo: true }), left: [], kept: [] })
    readings += 1
    if (readings < 2)
      return ok({
        ...run({ canUndo: true, undo: undoOf({ status: 'running', progress: 30, finishedAt: null, counts: null }) }),
        left: [],
        kept: [],
      })
    if (failed)
      return ok({
        ...run({ canUndo: true, undo: undoOf({ status: 'failed', counts: null, error: failed }) }),
        left: [],
        kept: [],
      })
    return ok({
      ...run({ undo: undoOf() }),
      left: [],
      kept: [
        { productId: known, label: 'BETA 5 mg', reason: 'used' },
        { productId: undoneId, label: 'GAMMA 5 mg', reason: 'changed' },
      ],
    })
  }
}
const resultPath = `/backoffice/referentiel/registres/${undoneId}`

test('an import is undone after a question in figures; the result says what was taken back and what stays', async () => {
  const { user, sent, askedOf } = await aDesk({ account: admin, path: resultPath, answer: anUndoable() })
  await user.click(await screen.findByRole('button', { name: 'Annuler l’import' }))
  const question = await screen.findByRole('alertdialog', { name: /Annuler l’import de registre.csv/ })
  expect(plain(question.textContent ?? '')).toContain('Produits créés, retirés14 980')
  expect(plain(question.textContent ?? '')).toContain('Produits modifiés, remis à leurs anciennes valeurs312')
  await user.click(within(question).getByRole('button', { name: 'Garder l’import' }))
  expect(sent(`POST /register-imports/${undoneId}/undo`)).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Annuler l’import' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler l’import' }))
  expect(await screen.findByRole('progressbar', { name: 'Progression de l’annulation' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Annuler l’import' })).toBeNull()
  // it is read again each second until it has ended
  await waitFor(() => expect(text()).toContain('Annulé le sam. 21 nov. 2026, 11:42 par MIN Ada.'), { timeout: 5_000 })
  expect(askedOf(`/register-imports/${undoneId}/undo`)).toHaveLength(3)
  expect(sent(`POST /register-imports/${undoneId}/undo`)).toHaveLength(1)
  expect(rowTexts().slice(-2)).toEqual([
    ['BETA 5 mg', 'Archivé', 'Une pharmacie, un régime ou un grossiste l’utilise.'],
    ['GAMMA 5 mg', 'Laissé', 'Modifié depuis cet import.'],
  ])
  expect(screen.queryByRole('button', { name: 'Annuler l’import' })).toBeNull()
})

test('an undo that failed says that nothing changed, why, and can be asked for again', async () => {
  const { user } = await aDesk({
    account: admin,
    path: resultPath,
    answer: anUndoable({ message: 'requests:conflict' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Annuler l’import' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler l’import' }))
  await waitFor(() => expect(text()).toContain('L’import n’a pas été annulé, rien n’a changé.'), { timeout: 5_000 })
  await user.click(screen.getByRole('button', { name: /Pourquoi/ }))
  expect(await screen.findByText('Déjà modifié ailleurs')).toBeTruthy()
})

test('an import that cannot be undone has no such button; a refused question is told', async () => {
  const answer = aReferential()
  const { user } = await aDesk({
    account: admin,
    path: resultPath,
    answer: (asked) =>
      asked.path.endsWith('/undo')
        ? { status: 409, body: { message: 'requests:conflict' } }
        : asked.path === `/register-imports/${undoneId}`
          ? ok({ ...anImport(undoneId, { status: 'done', progress: 100, counts, canUndo: true }), left: [], kept: [] })
          : answer(asked),
  })
  await user.click(await screen.findByRole('button', { name: 'Annuler l’import' }))
  expect(await screen.findByText('Déjà modifié ailleurs')).toBeTruthy()
})

test('the history is searched by the server, and says by whom and when an import was undone', async () => {
  const answer = aReferential()
  const { user, askedOf } = await aDesk({
    account: admin,
    path: '/backoffice/referentiel/registres',
    answer: (asked) =>
      asked.path === '/register-imports'
        ? ok({ items: [anImport(undoneId, { status: 'done', progress: 100, counts, undo: undoOf() })], total: 1 })
        : answer(asked),
  })
  await waitFor(() => expect(rowTexts().slice(-1)[0]?.join(' ')).toContain('Bénin registre.csv Annulé'))
  expect(rowTexts().slice(-1)[0]?.join(' ')).toContain('le 21/11/2026 par MIN Ada')
  await user.type(screen.getByRole('searchbox', { name: 'Filtrer par fichier, pays ou nom' }), 'bénin')
  await waitFor(() => expect(askedOf('/register-imports').at(-1)?.get('search')).toBe('bénin'))
})
