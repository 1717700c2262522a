import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  type AssociatedProduct,
  ProductHealthInsurance,
  type Suggestion,
} from '#shared/contract/product-health-insurance.ts'
import type { Product } from '#shared/contract/products.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { readScheme } from '#backoffice/scheme/read-scheme.ts'
import { certainAssociations, nextUndecided } from '#backoffice/scheme/suggestions.ts'
import { aDesk, ok, pageText, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const idOf = (kind: string, n: number) => `018f0000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
const aLine = (n: number, given: Partial<AssociatedProduct> = {}): AssociatedProduct => ({
  id: idOf('1', n),
  code: `C${n}`,
  label: `PARACETAMOL ${n}00 MG CP`,
  inn: 'Paracétamol',
  dosage: `${n}00 mg`,
  form: 'comprimé',
  basePrice: 500 + n,
  rate: 70,
  productId: null,
  archived: false,
  product: null,
  ...given,
})
const aCandidate = (n: number, given: Partial<Suggestion['candidates'][number]> = {}) => ({
  id: idOf('2', n),
  label: `Doliprane ${n}00 mg`,
  inn: `Paracétamol ${n}00 mg`,
  form: 'comprimé',
  sameDosage: true,
  sameForm: true,
  isSold: false,
  ...given,
})
const aSuggestion = (n: number, given: Partial<Suggestion> = {}): Suggestion => ({
  line: lineOf(aLine(n)),
  candidates: [aCandidate(n)],
  certain: true,
  ...given,
})
const lineOf = (line: AssociatedProduct) => ProductHealthInsurance.parse(line)
const aReferential = (n: number): Product => ({
  id: idOf('2', n),
  label: `Doliprane ${n}00 mg`,
  codes: [],
  inns: [{ name: 'Paracétamol', dosage: `${n}00 mg` }],
  atc: null,
  form: 'comprimé',
  brand: null,
  prescriptionList: 'none',
  packagings: [],
  archived: false,
})

/** A server with a scheme: associations stay. */
function aScheme(lines: AssociatedProduct[], suggestions: readonly Suggestion[] = []) {
  return ({ path, method, query, body }: Asked): Answer => {
    const id = path.split('/').at(-1)
    const associate = ({
      productId,
      productHealthInsuranceId,
    }: {
      productId: string | null
      productHealthInsuranceId: string
    }) => {
      const at = lines.findIndex((line) => line.id === productHealthInsuranceId)
      const product = productId && {
        id: productId,
        label: aReferential(Number(productId.slice(-4))).label,
        inn: 'Paracétamol',
        form: 'comprimé',
      }
      if (at >= 0) lines[at] = { ...lines[at]!, productId, product: product || null }
      return lines[at]
    }
    if (path === '/product-health-insurance/with-associated-product') {
      const wanted = query.get('only') === 'missing' ? lines.filter(({ productId }) => productId === null) : lines
      return ok({
        items: wanted,
        total: wanted.length,
        missing: lines.filter(({ productId }) => productId === null).length,
      })
    }
    if (path === '/product-health-insurance/suggestions') return ok({ items: suggestions, total: suggestions.length })
    if (path === '/product-health-insurance/associate-products') {
      const { associations } = body as { associations: Parameters<typeof associate>[0][] }
      associations.forEach(associate)
      return ok({ associated: associations.length })
    }
    if (path.startsWith('/product-health-insurance/associate-product/') && method === 'PATCH')
      return ok(associate(body as never) ?? aLine(1))
    if (path === '/scheme-imports') return ok({ items: [], total: 0 })
    if (path === '/product-health-insurance/import')
      return ok({
        created: 2,
        changed: 0,
        unchanged: 0,
        archived: (body as { archiveOthers: boolean }).archiveOthers ? 4 : 0,
      })
    if (path.startsWith('/product-health-insurance/')) return ok(lineOf(lines.find((line) => line.id === id)!))
    if (path === '/products') return ok({ items: [aReferential(1), aReferential(2)], total: 2 })
    if (path.startsWith('/products/')) return ok(aReferential(Number(id!.slice(-4))))
    return undefined
  }
}
const texts = () => plain(document.body.textContent ?? '')

describe('the list', () => {
  test('says how many lines have no product; « Sans produit » asks the server', async () => {
    const { user, askedOf } = await aDesk({
      path: '/backoffice/regime',
      answer: aScheme([
        aLine(1),
        aLine(2, {
          productId: idOf('2', 2),
          product: { id: idOf('2', 2), label: 'Doliprane 200 mg', inn: '', form: null },
        }),
      ]),
    })
    await waitFor(() => expect(rowTexts()).toHaveLength(2))
    expect(pageText()).toContain('2 lignes, 1 sans produit')
    expect(rowTexts()[0]!.at(-1)).toBe('Sans produit')
    await user.click(screen.getByRole('radio', { name: 'Sans produit' }))
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    expect(askedOf('/product-health-insurance/with-associated-product').at(-1)?.get('only')).toBe('missing')
    expect(pageText()).toMatch(/1\sligne(?!s|,)/)
  })

  test('Entrée opens a line, a product is found and taken by keyboard, then taken off again', async () => {
    const { user, sent } = await aDesk({ path: '/backoffice/regime', answer: aScheme([aLine(1)]) })
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    await user.keyboard('{ArrowDown}{Enter}')
    const panel = within(await screen.findByRole('complementary', { name: /PARACETAMOL/ }))
    const field = await panel.findByRole('searchbox', { name: 'Chercher un produit' })
    // What the line says is searched already.
    expect((field as HTMLInputElement).value).toBe('Paracétamol 100 mg')
    await panel.findByRole('button', { name: /Doliprane 200 mg/ })
    await user.click(field)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() =>
      expect(sent(`PATCH /product-health-insurance/associate-product/${idOf('1', 1)}`)).toEqual([
        { productId: idOf('2', 2), productHealthInsuranceId: idOf('1', 1) },
      ]),
    )
    await waitFor(() => expect(rowTexts()[0]!.at(-1)).toBe('Doliprane 200 mg'))
    await user.click(await panel.findByRole('button', { name: 'Dissocier' }))
    await waitFor(() => expect(rowTexts()[0]!.at(-1)).toBe('Sans produit'))
  })
})

describe('suggestions', () => {
  test('the certain ones are those that nothing else wants and nobody decided', () => {
    const twice = [
      aSuggestion(1),
      aSuggestion(2, { candidates: [aCandidate(1)] }),
      aSuggestion(3),
      aSuggestion(4, { certain: false }),
      aSuggestion(5),
      aSuggestion(6),
    ]
    const decisions = { [idOf('1', 5)]: 'skipped' as const, [idOf('1', 9)]: { productId: idOf('2', 6) } }
    expect(certainAssociations(twice, decisions)).toEqual([
      { productHealthInsuranceId: idOf('1', 3), productId: idOf('2', 3) },
    ])
  })

  test('after the last line those passed over before it come, then none', () => {
    const three = [aSuggestion(1), aSuggestion(2), aSuggestion(3)]
    expect(nextUndecided(three, { [idOf('1', 3)]: 'skipped' }, 2)).toBe(0)
    expect(
      nextUndecided(three, { [idOf('1', 1)]: 'skipped', [idOf('1', 2)]: 'skipped', [idOf('1', 3)]: 'skipped' }, 2),
    ).toBeNull()
  })

  test('by keyboard: ↓ chooses, Entrée takes, → passes, ← goes back', async () => {
    const suggestions = [
      aSuggestion(1, { certain: false, candidates: [aCandidate(1, { sameForm: false }), aCandidate(7)] }),
      aSuggestion(2),
      aSuggestion(3),
    ]
    const { user, sent } = await aDesk({ path: '/backoffice/regime/associer', answer: aScheme([], suggestions) })
    expect(await screen.findByText('PARACETAMOL 100 MG CP')).toBeTruthy()
    expect(texts()).toContain('Autre forme')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByText('PARACETAMOL 200 MG CP')).toBeTruthy()
    expect(sent(`PATCH /product-health-insurance/associate-product/${idOf('1', 1)}`)).toEqual([
      { productId: idOf('2', 7), productHealthInsuranceId: idOf('1', 1) },
    ])
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('PARACETAMOL 300 MG CP')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByText('PARACETAMOL 200 MG CP')).toBeTruthy()
    expect(texts()).toContain('Passée')
    expect(texts()).toContain('1 ligne à décider, 1 associée')
  })

  test('who may not edit contracts is told so instead of being offered what would be refused', async () => {
    const { askedOf } = await aDesk({
      path: '/backoffice/regime/associer',
      permissions: defaultRoles.vendeur,
      answer: aScheme([], [aSuggestion(1)]),
    })
    expect(await screen.findByText(/qui ont le droit de modifier les contrats/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Associer/ })).toBeNull()
    expect(askedOf('/product-health-insurance/suggestions')).toEqual([])
  })

  test('all certain ones at once, after a question that says how many', async () => {
    const { user, sent } = await aDesk({
      path: '/backoffice/regime/associer',
      answer: aScheme(
        [],
        [
          aSuggestion(1),
          aSuggestion(2),
          aSuggestion(3, { certain: false }),
          aSuggestion(4, { candidates: [], certain: false }),
        ],
      ),
    })
    await screen.findByText('PARACETAMOL 100 MG CP')
    expect(texts()).toContain('1 ligne sans proposition')
    await user.keyboard('t')
    const question = await screen.findByRole('alertdialog')
    expect(plain(question.textContent ?? '')).toContain('Associer 2 lignes ?')
    expect(sent('POST /product-health-insurance/associate-products')).toEqual([])
    await user.click(within(question).getByRole('button', { name: /Associer 2\slignes/ }))
    expect(await screen.findByText('PARACETAMOL 300 MG CP')).toBeTruthy()
    expect(sent('POST /product-health-insurance/associate-products')).toEqual([
      { associations: [1, 2].map((n) => ({ productHealthInsuranceId: idOf('1', n), productId: idOf('2', n) })) },
    ])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Aucune proposition sûre' }).disabled).toBe(true)
  })

  test('a product that another line has already: the refusal says so, the line stays', async () => {
    const answer = aScheme([], [aSuggestion(1)])
    const { user } = await aDesk({
      path: '/backoffice/regime/associer',
      answer: (asked) =>
        asked.method === 'PATCH'
          ? {
              status: 409,
              body: { message: 'productHealthInsurance:productTaken', details: { label: 'PARACETAMOL 1 G' } },
            }
          : answer(asked),
    })
    await screen.findByText('PARACETAMOL 100 MG CP')
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alertdialog')).textContent).toContain('PARACETAMOL 1 G')
    expect(screen.getByText('PARACETAMOL 100 MG CP')).toBeTruthy()
  })
})

describe('the import', () => {
  const csv =
    'Code;Désignation;DCI;Dosage;Forme;Prix;Taux\nA1;PARACETAMOL 500;Paracétamol;500 mg;cp;1 250 F;70 %\nA2;AMOXICILLINE 500;Amoxicilline;500 mg;gél;2300;70\n'
  const aFile = (text: string) => new File([text], 'regime.csv', { type: 'text/csv' })
  const choose = async (user: Awaited<ReturnType<typeof aDesk>>['user'], text: string) =>
    user.upload(await screen.findByLabelText('Fichier'), aFile(text))

  test('columns are guessed, lines previewed, then all taken over; nothing is archived unless asked', async () => {
    const { user, sent } = await aDesk({ path: '/backoffice/regime/import', answer: aScheme([]) })
    await choose(user, csv)
    await waitFor(() =>
      expect(rowTexts().slice(-2)[0]).toEqual([
        'A1',
        'PARACETAMOL 500',
        'Paracétamol',
        '500 mg',
        'cp',
        '1 250',
        '70 %',
      ]),
    )
    await user.click(screen.getByRole('button', { name: /Importer 2\slignes/ }))
    expect(await screen.findByText(/2\sajouts/)).toBeTruthy()
    expect(sent('POST /product-health-insurance/import')).toEqual([
      {
        archiveOthers: false,
        fileName: 'regime.csv',
        refused: [],
        lines: [
          {
            code: 'A1',
            label: 'PARACETAMOL 500',
            inn: 'Paracétamol',
            dosage: '500 mg',
            form: 'cp',
            basePrice: 1250,
            rate: 70,
          },
          {
            code: 'A2',
            label: 'AMOXICILLINE 500',
            inn: 'Amoxicilline',
            dosage: '500 mg',
            form: 'gél',
            basePrice: 2300,
            rate: 70,
          },
        ],
      },
    ])
  })

  test('wrong lines are listed with their number and nothing is imported; the mended file takes their place', async () => {
    const { user, sent } = await aDesk({ path: '/backoffice/regime/import', answer: aScheme([]) })
    await choose(user, `${csv}A1;DOUBLE;;;;gratuit;170\n`)
    await waitFor(() => expect(rowTexts().at(-1)?.slice(0, 2)).toEqual(['4', 'A1']))
    expect(texts()).toContain('Le code A1 est déjà à la ligne 2.')
    expect(texts()).toContain('« gratuit » n’est pas un prix.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Importer 2\slignes/ }).disabled).toBe(true)
    await choose(user, csv)
    await user.click(await screen.findByRole('checkbox', { name: /Archiver les lignes/ }))
    await user.click(screen.getByRole('button', { name: /Importer 2\slignes/ }))
    expect(sent('POST /product-health-insurance/import')).toEqual([])
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Importer et archiver les autres' }),
    )
    expect(await screen.findByText(/4\slignes archivées/)).toBeTruthy()
  })

  test('the good lines alone are imported when it is asked; then nothing is archived, and the others are sent to be told', async () => {
    const { user, sent } = await aDesk({ path: '/backoffice/regime/import', answer: aScheme([]) })
    await choose(user, `${csv}A1;DOUBLE;;;;1 300;70\n`)
    await user.click(await screen.findByRole('checkbox', { name: /Archiver les lignes/ }))
    expect(texts()).toContain('les lignes absentes du fichier ne sont pas archivées')
    await user.click(screen.getByRole('button', { name: /^Importer sans 1\sligne à corriger$/ }))
    expect(await screen.findByText(/1\sligne refusée/)).toBeTruthy()
    expect(sent('POST /product-health-insurance/import')).toMatchObject([
      {
        lines: [{ code: 'A1' }, { code: 'A2' }],
        refused: [
          {
            line: 4,
            code: 'A1',
            label: 'DOUBLE',
            errors: [{ field: null, text: 'Le code A1 est déjà à la ligne 2.' }],
          },
        ],
      },
    ])
  })

  test('the lists imported before are told, and the last one is undone after a question', async () => {
    const run = {
      id: idOf('4', 1),
      fileName: 'arch.xlsx',
      importedByName: 'ZANNOU Aurèle',
      importedAt: '2026-11-20T09:00:00.000Z',
      added: 2,
      changed: 1,
      same: 5,
      gone: 1,
      refused: 0,
      undone: null,
      canUndo: true,
    }
    const answer = aScheme([])
    const { user, sent } = await aDesk({
      path: '/backoffice/regime/import',
      answer: (asked) => {
        if (asked.path === '/scheme-imports') return ok({ items: [run], total: 1 })
        if (asked.path.endsWith('/undo')) return ok({ removed: 2, restored: 2, kept: 0 })
        return answer(asked)
      },
    })
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    expect(plain(rowTexts()[0]!.join(' '))).toContain(
      'ZANNOU Aurèle arch.xlsx 2 ajouts, 1 modification, 5 lignes inchangées, 1 ligne archivée',
    )
    await user.click(screen.getByRole('button', { name: 'Annuler l’import' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(sent(`POST /scheme-imports/${run.id}/undo`)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Annuler l’import' }))
    expect(await screen.findByText(/2\sajouts retirés, 2\smodifications annulées$/)).toBeTruthy()
    expect(sent(`POST /scheme-imports/${run.id}/undo`)).toHaveLength(1)
  })

  test('a file that cannot be read says why, and the one before stays', async () => {
    const { user } = await aDesk({ path: '/backoffice/regime/import', answer: aScheme([]) })
    await choose(user, csv)
    await screen.findByRole('button', { name: /Importer 2\slignes/ })
    await user.upload(screen.getByLabelText('Fichier'), aFile('%PDF-1.7'))
    expect((await screen.findByRole('alert')).textContent).toContain('pas un tableau')
    expect(screen.getByRole('button', { name: /Importer 2\slignes/ })).toBeTruthy()
  })

  test('no answer: the choice stays and can be sent again', async () => {
    const answer = aScheme([])
    const { user, answerWith } = await aDesk({
      path: '/backoffice/regime/import',
      answer: (asked) => (asked.path.endsWith('/import') ? 'nobody' : answer(asked)),
    })
    await choose(user, csv)
    await user.click(await screen.findByRole('button', { name: /Importer 2\slignes/ }))
    const failure = await screen.findByRole('alertdialog')
    answerWith(answer)
    await user.click(within(failure).getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByText(/2\sajouts/)).toBeTruthy()
  })

  test('percents of a spreadsheet, prices with cents of nothing, a rate for all', () => {
    const table = {
      name: null,
      headers: ['c', 'l', 'p', 't'],
      positions: [0, 1, 2, 3],
      rows: [
        { line: 2, cells: ['1', 'A', '1250,00', '0.7'] },
        { line: 3, cells: ['2', 'B', '1 300 FCFA', '1'] },
      ],
    }
    const francs = { symbol: 'F CFA', decimals: 0 }
    expect(
      readScheme(table, { code: 'c', label: 'l', basePrice: 'p', rate: 't' }, null, francs).lines.map(
        ({ basePrice, rate }) => [basePrice, rate],
      ),
    ).toEqual([
      [1250, 70],
      [1300, 100],
    ])
    expect(
      readScheme(table, { code: 'c', label: 'l', basePrice: 'p' }, 80, francs).lines.map(({ rate }) => rate),
    ).toEqual([80, 80])
    expect(
      readScheme(
        { ...table, rows: [{ line: 2, cells: ['1', '', '-5', '12.5'] }] },
        { code: 'c', label: 'l', basePrice: 'p', rate: 't' },
        null,
        francs,
      ).errors[0]?.text,
    ).toMatch(/libellé manque.*-5.*12\.5/)
  })
})
