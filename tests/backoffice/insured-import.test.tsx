import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import type { ContractDetail } from '#shared/contract/contracts.ts'
import type { InsuredRow, RowOutcome } from '#shared/contract/insured-imports.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const contractId = '018f0000-0000-7000-8000-000000000c01'
const companyId = '018f0000-0000-7000-8000-000000000d01'
const personId = '018f0000-0000-7000-8000-000000000e01'
const contract: z.infer<typeof ContractDetail> = {
  id: contractId,
  companyId,
  owner: null,
  ownerName: null,
  payerName: 'NSIA Assurances',
  label: 'Santé Plus',
  number: null,
  defaultCoverage: 80,
  ceilings: { perSale: null, perDay: null, perMonth: null, perYear: null },
  familyCeilings: { perSale: null, perDay: null, perMonth: null, perYear: null },
  ceilingYear: 'calendar',
  validFrom: null,
  validUntil: null,
  archived: false,
  uses: null,
  policies: 2,
  products: [],
}
const path = `/backoffice/contrats/${contractId}/import`
const good = 'Matricule;Nom et prénoms;Né le;Taux\nA-1;HOUNSOU Félicité;29/02/1984;80\nA-2;DOSSOU Koffi;01/05/1990;70\n'
const wrong = `${good}A-3;SOGLO Awa;31/02/1999;80\n`
const aFile = (text: string, name = 'membres.csv') => new File([text], name, { type: 'text/csv' })

/** A server that checks the days, knows A-2, and keeps the columns of this payer. */
function anInsurer(given: { mapping?: Record<string, string> | null; ended?: number } = {}) {
  return ({ method, path: asked, body }: Asked): Answer => {
    if (asked === `/contracts/${contractId}`) return ok(contract)
    if (asked === `/insured-imports/mapping/${companyId}`) return ok({ mapping: given.mapping ?? null })
    if (!asked.startsWith('/insured-imports')) return undefined
    if (method === 'GET') return ok({ items: [], total: 0 })
    const { rows, endOthers } = body as { rows: InsuredRow[]; endOthers: boolean }
    const outcomes = rows.map(({ line, fields }): RowOutcome => {
      const isWrong = fields.birthDate?.startsWith('31/02') ?? false
      const isTotal = fields.number === 'TOTAL'
      const isUnknown = fields.birthDate?.startsWith('00/00') ?? false
      const known = fields.number === 'A-2'
      return {
        line,
        outcome: isTotal ? 'aside' : isWrong ? 'error' : known ? 'same' : 'create',
        name: fields.fullName ?? '',
        number: fields.number ?? '',
        personId: known ? personId : null,
        errors: isWrong ? [{ field: 'birthDate', text: 'Le 31/02/1999 n’existe pas.' }] : [],
        setAside: isTotal
          ? [{ field: 'number', text: 'Ligne de total.' }]
          : isUnknown
            ? [{ field: 'birthDate', text: 'Jour inconnu.' }]
            : [],
      }
    })
    const of = (outcome: string) => outcomes.filter((row) => row.outcome === outcome).length
    const counts = {
      created: of('create'),
      changed: 0,
      same: of('same'),
      ended: endOthers ? (given.ended ?? 0) : 0,
      errors: of('error'),
    }
    return ok(asked.endsWith('/check') ? { ...counts, rows: outcomes } : counts)
  }
}
type User = Awaited<ReturnType<typeof aDesk>>['user']
const choose = async (user: User, file: File) => user.upload(await screen.findByLabelText('Fichier'), file)
const column = (label: string) =>
  screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`Colonne\\s: ${label}$`) })
const text = () => plain(document.body.textContent ?? '')
const check = async (user: User) => user.click(await screen.findByRole('button', { name: /^Vérifier \d/ }))

test('columns are guessed, with what stands in them; the check writes nothing, the import says what it did', async () => {
  const { user, sent } = await aDesk({ path, answer: anInsurer() })
  await choose(user, aFile(good))
  expect((await column('N° d’assuré')).value).toBe('Matricule')
  expect((await column('Né le')).value).toBe('Né le')
  expect(text()).toContain('29/02/1984 · 01/05/1990')
  expect(text()).toContain('UTF-8, séparateur : point-virgule')
  await check(user)
  await waitFor(() =>
    expect(rowTexts().slice(-2)).toEqual([
      ['2', 'A-1', 'HOUNSOU Félicité', 'Nouveau', ''],
      ['3', 'A-2', 'DOSSOU Koffi', 'Inchangé', ''],
    ]),
  )
  expect(sent('POST /insured-imports')).toEqual([])
  await user.click(screen.getByRole('button', { name: /Importer 2\sassurés/ }))
  expect((await screen.findByText(/1\sajout, 1\sinchangé\./)).textContent).toBeTruthy()
  const mapping = { number: 'Matricule', fullName: 'Nom et prénoms', birthDate: 'Né le', coverage: 'Taux' }
  expect(sent('POST /insured-imports')).toEqual([
    {
      contractId,
      endOthers: false,
      fileName: 'membres.csv',
      mapping,
      rows: [
        { line: 2, fields: { number: 'A-1', fullName: 'HOUNSOU Félicité', birthDate: '29/02/1984', coverage: '80' } },
        { line: 3, fields: { number: 'A-2', fullName: 'DOSSOU Koffi', birthDate: '01/05/1990', coverage: '70' } },
      ],
    },
  ])
})

test('with one row to mend nothing is imported: it is listed with its line; the mended file goes through', async () => {
  const { user, sent } = await aDesk({ path, answer: anInsurer() })
  await choose(user, aFile(wrong))
  await check(user)
  await waitFor(() =>
    expect(rowTexts().slice(-1)).toEqual([
      ['4', 'A-3', 'SOGLO Awa', 'À corriger', 'Né le : Le 31/02/1999 n’existe pas.'],
    ]),
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Importer 2\sassurés/ }).disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Nouveaux (1)' }))
  await waitFor(() => expect(rowTexts().slice(-1)[0]?.[1]).toBe('A-1'))

  await choose(user, aFile(wrong.replace('31/02', '28/02')))
  await check(user)
  await user.click(await screen.findByRole('button', { name: /Importer 3\sassurés/ }))
  expect(await screen.findByText(/2\sajouts/)).toBeTruthy()
  expect(sent('POST /insured-imports')).toHaveLength(1)
})

test('the good rows alone are imported when it is asked, and it says how many were not', async () => {
  const { user, sent } = await aDesk({ path, answer: anInsurer() })
  await choose(user, aFile(wrong))
  await check(user)
  await user.click(await screen.findByRole('button', { name: /^Importer sans 1\sligne à corriger$/ }))
  expect(await screen.findByText(/1\sligne refusée/)).toBeTruthy()
  expect(sent('POST /insured-imports')).toEqual([expect.objectContaining({ onlyGood: true, fileName: 'membres.csv' })])
})

test('the files imported before: who, when, what; the refused rows with their reason, and the last one undone', async () => {
  const run = {
    id: '018f0000-0000-7000-8000-000000000f01',
    fileName: 'nsia.xlsx',
    importedByName: 'ZANNOU Aurèle',
    importedAt: '2026-11-20T09:00:00.000Z',
    added: 2,
    changed: 1,
    same: 0,
    gone: 1,
    refused: 1,
    undone: null,
    canUndo: true,
  }
  const before = {
    ...run,
    id: '018f0000-0000-7000-8000-000000000f02',
    refused: 0,
    canUndo: false,
    undone: { byName: 'AGBO Rose', at: '2026-11-20T10:00:00.000Z', removed: 1, restored: 0, kept: 1 },
  }
  const refused = [{ line: 4, label: 'SOGLO Awa', code: 'A-3', errors: [{ field: 'birthDate', text: 'Faux.' }] }]
  const kept = [{ label: 'DOSSOU Koffi', code: 'A-2', why: 'used' }]
  const answer = anInsurer()
  const { user, sent } = await aDesk({
    path,
    answer: (asked) => {
      if (asked.path === '/insured-imports') return ok({ items: [run, before], total: 2 })
      if (asked.path.endsWith('/rows')) return ok({ refused, kept })
      if (asked.path.endsWith('/undo')) return ok({ removed: 1, restored: 1, kept: 1 })
      return answer(asked)
    },
  })
  const sheet = within(await screen.findByRole('region', { name: 'Fichiers déjà importés' }))
  const rows = rowTexts()
  expect(rows).toHaveLength(2)
  expect(plain(rows[0]!.join(' '))).toContain(
    'ZANNOU Aurèle nsia.xlsx 2 ajouts, 1 modification, 1 police retirée 1 ligne',
  )
  await user.click(sheet.getByRole('button', { name: /^1\sligne$/ }))
  const dialog = await screen.findByRole('dialog', { name: /Lignes refusées/ })
  expect(await within(dialog).findByText(/Né le\s: Faux\./)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: /Exporter/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(plain(rows[1]!.join(' '))).toContain('Annulé par AGBO Rose, 1 ligne gardée')
  await user.click(sheet.getByRole('button', { name: /1\sligne gardée/ }))
  const left = within(await screen.findByRole('dialog', { name: /Lignes gardées/ }))
  expect(await left.findByText('DOSSOU Koffi')).toBeTruthy()
  expect(left.getByText('Utilisée depuis l’import')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(sheet.getByRole('button', { name: 'Annuler l’import' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Annuler l’import' }))
  expect(await screen.findByText(/1\sajout retiré, 1\smodification annulée, 1\sligne gardée/)).toBeTruthy()
  expect(sent(`POST /insured-imports/${run.id}/undo`)).toHaveLength(1)
})

test('what is set aside is told with its reason, and holds nothing up', async () => {
  const { user, sent } = await aDesk({ path, answer: anInsurer() })
  await choose(user, aFile(`${good}A-3;SOGLO Awa;00/00/1978;80\nTOTAL;3;;\n`))
  await check(user)
  await waitFor(() =>
    expect(rowTexts().slice(-2)).toEqual([
      ['4', 'A-3', 'SOGLO Awa', 'Nouveau', 'Né le : Jour inconnu.'],
      ['5', 'TOTAL', '3', 'Écartée', 'N° d’assuré : Ligne de total.'],
    ]),
  )
  expect(text()).toContain('1 ligne écartée : elle ne contient aucun assuré.')
  expect(text()).toContain('1 date de naissance incomplète laissée vide.')
  await user.click(screen.getByRole('radio', { name: 'Écartées (1)' }))
  await waitFor(() => expect(rowTexts().slice(-1)[0]?.[1]).toBe('TOTAL'))
  await user.click(screen.getByRole('button', { name: /Importer 3\sassurés/ }))
  expect(await screen.findByText(/2\sajouts/)).toBeTruthy()
  expect(sent('POST /insured-imports')).toHaveLength(1)
})

describe('columns', () => {
  const unusual = 'X1;X2;X3\nA-1;HOUNSOU;Félicité\n'

  test('those of the last file of this payer are taken where the file has them all', async () => {
    const { user } = await aDesk({
      path,
      answer: anInsurer({ mapping: { number: 'X1', lastName: 'X2', firstName: 'X3' } }),
    })
    await choose(user, aFile(unusual))
    expect((await column('N° d’assuré')).value).toBe('X1')
    expect((await column('Prénom')).value).toBe('X3')
    expect(text()).toContain('comme la dernière fois pour NSIA Assurances')
  })

  test('what cannot be guessed is said by hand; without number and name nothing is checked', async () => {
    const { user, sent } = await aDesk({ path, answer: anInsurer() })
    await choose(user, aFile(unusual))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Vérifier \d/ })).disabled).toBe(true)
    expect(text()).toContain('Choisissez la colonne du n° d’assuré.')
    const say = async (label: string, header: string) => {
      await user.click(await column(label))
      await user.click(
        within(await screen.findByRole('listbox', { name: new RegExp(`Colonne\\s: ${label}$`) })).getByRole('option', {
          name: header,
        }),
      )
    }
    await say('N° d’assuré', 'X1')
    await say('Nom', 'X1')
    expect(text()).toContain('La colonne « X1 » est choisie deux fois.')
    await say('Nom', 'X2')
    expect(text()).toContain('Non lues : X3')
    await check(user)
    await waitFor(() => expect(sent('POST /insured-imports/check')).toHaveLength(1))
    expect((sent('POST /insured-imports/check')[0] as { rows: unknown }).rows).toEqual([
      { line: 2, fields: { number: 'A-1', lastName: 'HOUNSOU' } },
    ])
  })
})

test('who is no longer named loses his policy only if asked, and after a question that says how many', async () => {
  const { user, sent } = await aDesk({ path, answer: anInsurer({ ended: 7 }) })
  await choose(user, aFile(good))
  await check(user)
  await screen.findByRole('button', { name: /Importer 2\sassurés/ })
  expect(text()).not.toContain('ne seront plus couverts')
  await user.click(screen.getByRole('checkbox', { name: /Retirer leur police/ }))
  // Another question than the one that was checked.
  expect(screen.queryByRole('button', { name: /Importer 2\sassurés/ })).toBeNull()
  await check(user)
  expect(await screen.findByText(/7\sassurés ne seront plus couverts/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Importer 2\sassurés/ }))
  const question = await screen.findByRole('alertdialog')
  expect(plain(question.textContent ?? '')).toContain('Retirer leur police à 7 assurés ?')
  expect(sent('POST /insured-imports')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Importer et retirer' }))
  expect(await screen.findByText(/7\spolices retirées/)).toBeTruthy()
})

describe('nothing chosen is lost', () => {
  test('by a file that cannot be read', async () => {
    const { user } = await aDesk({ path, answer: anInsurer() })
    await choose(user, aFile(good))
    await column('N° d’assuré')
    await choose(user, aFile('%PDF-1.7', 'membres.pdf.csv'))
    expect(plain((await screen.findByRole('alert')).textContent ?? '')).toContain(
      'membres.pdf.csv : Ce fichier n’est pas un tableau.',
    )
    expect((await column('N° d’assuré')).value).toBe('Matricule')
  })

  test('by a network that goes and comes back', async () => {
    const { user, goOffline, goOnline } = await aDesk({ path, answer: anInsurer() })
    await choose(user, aFile(good))
    await check(user)
    const button = () => screen.findByRole<HTMLButtonElement>('button', { name: /Importer 2\sassurés/ })
    await button()
    goOffline()
    await waitFor(async () => expect((await button()).disabled).toBe(true))
    expect(text()).toContain('Hors ligne')
    goOnline()
    await waitFor(async () => expect((await button()).disabled).toBe(false))
  })

  test('by an import that nobody answers, or that is refused since', async () => {
    const answer = anInsurer()
    const { user, answerWith } = await aDesk({
      path,
      answer: (asked) => (asked.method === 'POST' && asked.path === '/insured-imports' ? 'nobody' : answer(asked)),
    })
    await choose(user, aFile(good))
    await check(user)
    await user.click(await screen.findByRole('button', { name: /Importer 2\sassurés/ }))
    const silence = await screen.findByRole('alertdialog')
    expect(silence.textContent).toContain('Le serveur n’a pas répondu')
    answerWith((asked) =>
      asked.method === 'POST' && asked.path === '/insured-imports'
        ? { status: 409, body: { message: 'insured:invalidRows', details: { errors: 1, rows: [] } } }
        : answer(asked),
    )
    await user.click(within(silence).getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByText('Ce fichier contient des erreurs')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Importer 2\sassurés/, hidden: true })).toBeTruthy()
  })

  test('by leaving: it is asked first', async () => {
    const { user } = await aDesk({ path, answer: anInsurer() })
    await choose(user, aFile(good))
    await column('N° d’assuré')
    await user.click(within(screen.getByRole('navigation', { name: 'Menu' })).getByRole('link', { name: 'Stock' }))
    expect(await screen.findByText(/Quitter sans enregistrer/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continuer la saisie' }))
    expect((await column('N° d’assuré')).value).toBe('Matricule')
  })
})
