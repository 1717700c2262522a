import { screen, waitFor, within } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, test, vi } from 'vitest'
import { closingPaper, type ClosedRegister } from '#kiosk/register/closing-paper.ts'
import type { NewCashRegister, RegisterReport } from '#shared/contract/cash-registers.ts'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import { aCount, aRegister, aReport } from '#tests/backoffice/support/a-drawer.ts'
import { aCounter, type Answer, type PlayedCall } from '#tests/kiosk/support/a-counter.tsx'

const counted = aCount(41, {
  byName: 'SOGLO Koffi',
  comment: 'Une pièce est tombée',
  gap: -500,
  differences: [
    { type: 'CASH', operator: null, counted: 54_300, expected: 54_800, gap: -500 },
    { type: 'MOBILE_MONEY', operator: 'MTN MoMo', counted: 14_300, expected: 14_300, gap: 0 },
  ],
  awaits: [
    { id: 'a', identifier: 'K7QF-31', total: 1_300 },
    { id: 'b', identifier: 'count', total: 0 },
  ],
  unfinished: [
    { id: 'c', identifier: 'K7QF-32', total: 650, state: 'open' },
    { id: 'd', identifier: 'disburse', total: 3_000, state: 'refused' },
  ],
})
const closing = { ...counted, found: 0 }
/** Each line as read, the two sides of a pair apart. */
const linesOf = (count: ClosedRegister['count']) =>
  closingPaper({ register: aRegister(1), count }, 'Pharmacie Camp Guézo', francCfa).flatMap((line) =>
    line.kind === 'text'
      ? [plain(line.text)]
      : line.kind === 'pair'
        ? [`${plain(line.left)} | ${plain(line.right)}`]
        : [],
  )

test('the roll says what the report on A4 says: the number, who, what came and went, the drawer, each means and the difference', () => {
  const lines = linesOf(closing)
  expect(lines.slice(0, 3)).toEqual(['Pharmacie Camp Guézo', 'FERMETURE DE CAISSE', 'n° 41'])
  for (const line of [
    'Par : DOSSOU Aurèle',
    'Par : SOGLO Koffi',
    'Fond de caisse | 20 000',
    'Vente (12) | 50 600',
    'Décaissement (1) | −2 000',
    '2 opérations comptées avant d’être envoyées :',
    ' Vente K7QF-31 | 1 300',
    ' Comptage',
    '2 opérations laissées non terminées :',
    ' Vente K7QF-32 | 650',
    ' Décaissement | 3 000',
    '5 x billet 10 000 | 50 000',
    '8 x pièce 500 | 4 000',
    '3 x pièce 100 | 300',
    'Espèces comptées | 54 300',
    'Espèces',
    ' Attendu | 54 800',
    ' Compté | 54 300',
    ' Écart | −500',
    'Mobile, MTN MoMo',
    ' Attendu | 14 300',
    ' Écart | 0',
    'ÉCART | −500 F CFA',
    'Explication : Une pièce est tombée',
    'Signature',
  ])
    expect(lines, line).toContain(line)
  // a note that nobody counted, and the float a second time
  expect(lines.join('\n')).not.toMatch(/billet 500|Fond de caisse \(/)
})

test('what stands on the roll adds up to what is expected: credit, shares of payers and gaps of before have their lines', () => {
  const line = { operator: null, count: 1 }
  const lines = linesOf({
    ...closing,
    totals: [
      { ...line, kind: 'float', type: 'CASH', amount: 20_000 },
      { ...line, kind: 'sale', type: 'CASH', amount: 36_300, count: 9 },
      { ...line, kind: 'sale', type: 'CREDIT', amount: 2_350 },
      { ...line, kind: 'sale', type: 'INSURANCE', amount: 1_000 },
      { ...line, kind: 'sale', type: 'MOBILE_MONEY', amount: 14_300 },
      { ...line, kind: 'rounding', type: 'CASH', amount: -2 },
    ],
    found: -500,
    differences: [
      { type: 'CASH', operator: null, counted: 55_800, expected: 55_800, gap: 0 },
      { type: 'MOBILE_MONEY', operator: null, counted: 14_300, expected: 14_300, gap: 0 },
    ],
  })
  const from = lines.indexOf('Fond de caisse | 20 000')
  expect(lines.slice(from, from + 7)).toEqual([
    'Fond de caisse | 20 000',
    'Vente (12) | 53 950',
    ' dont Couverture, hors caisse | −1 000',
    ' dont Crédit, hors caisse | −2 350',
    'Écart déjà compté | −500',
    'Attendu en tout | 70 100',
    'Arrondi, hors caisse | −2',
  ])
  const amounts = lines
    .slice(from, from + 5)
    .map((each) => Number(each.split(' | ')[1]!.replace('−', '-').replace(' ', '')))
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(70_100)
})

test('before the server has it there is no number, and it says when there will be', () => {
  expect(linesOf({ ...closing, number: null })[2]).toBe('n° à l’envoi')
})

test('what the server hides from who may not see it is not on the roll', () => {
  const lines = linesOf({
    ...closing,
    gap: null,
    totals: [],
    differences: closing.differences.map((row) => ({ ...row, expected: null, gap: null })),
  })
  expect(lines).toContain(' Compté | 54 300')
  expect(lines.join('\n')).not.toMatch(/Attendu|Écart|ÉCART/)
})

const caissier: Permission[] = ['sale.sell', 'register.use', 'register.seeExpected', 'register.close']

/** A till with a server that gives a closing the number 41 once it has it. */
async function aTill() {
  const sent: { opened?: NewCashRegister; closed?: NewClosing } = {}
  const line = { isDown: false }
  const printed: string[][] = []
  vi.stubGlobal('print', () =>
    printed.push([...document.querySelectorAll('[data-receipt] [data-weight]')].map((each) => plain(each.textContent))),
  )
  const report = (): RegisterReport => {
    const register = aRegister(1, {
      id: sent.opened!.id,
      openedAt: sent.opened!.openedAt,
      float: 500,
      ...(sent.closed ? { state: 'CLOSED', closedAt: sent.closed.countedAt, number: 41, gap: 0 } : {}),
    })
    const rows = [{ type: 'CASH' as const, operator: null, counted: 500, expected: 500, gap: 0 }]
    return aReport(register, {
      counts: sent.closed
        ? [
            aCount(41, {
              id: sent.closed.id,
              countedAt: sent.closed.countedAt,
              denominations: sent.closed.denominations,
              differences: rows,
              totals: [],
            }),
          ]
        : [],
    })
  }
  const answered = ({ method, path, body }: PlayedCall): Answer | undefined => {
    if (line.isDown) return 'nobody'
    if (path === '/cash-registers') sent.opened = body as NewCashRegister
    if (path.endsWith('/close')) sent.closed = body as NewClosing
    if (method === 'POST' && path.startsWith('/cash-registers')) return { status: 201, body: report().register }
    if (path === '/cash-registers/report') return { status: 200, body: report() }
    return path === '/cash-registers/by-date'
      ? { status: 200, body: { items: sent.closed ? [report().register] : [], total: 0 } }
      : undefined
  }
  const counter = await aCounter({ products: [], permissions: caissier, path: '/kiosk/caisse', onCall: answered })
  const { user } = counter
  await screen.findByRole('heading', { name: 'Ouvrir la caisse' })
  for (const key of ['5', '0', '0'])
    await user.click(within(screen.getByRole('group', { name: 'Pavé numérique' })).getByRole('button', { name: key }))
  await user.click(screen.getByRole('button', { name: 'Ouvrir la caisse' }))
  await waitFor(() => expect(sent.opened).toBeDefined())
  const close = async () => {
    await user.click(await screen.findByRole('button', { name: 'Compter la caisse' }))
    await user.type(screen.getByRole('textbox', { name: /^Pièces de 500$/ }), '1')
    await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
    await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
    await user.click(await screen.findByRole('button', { name: 'Fermer la caisse' }))
    await screen.findByRole('heading', { name: 'Caisse fermée' })
  }
  return { ...counter, close, line, printed }
}

test('a closing that the server has is printed with its number, and again when its face was left', async () => {
  const { user, store, close, printed } = await aTill()
  await close()
  await screen.findByText(/^Fermeture n°\s41, enregistrée/)
  await user.click(screen.getByRole('button', { name: 'Imprimer le rapport' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('n° 41')
  // As the server hints when it has taken it.
  invalidateQueries(store.get(queryClientAtom), 'cash-registers')
  await user.click(screen.getByRole('button', { name: 'Ouvrir une autre caisse' }))
  await user.click(await screen.findByRole('button', { name: /^Imprimer la fermeture n°\s41$/ }))
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toEqual(printed[0])
})

test('a closing that waits is printed without a number, with the figures of this till', async () => {
  const { user, store, close, line, printed } = await aTill()
  await waitFor(() => expect(store.get(snapshotAtom).outbox).toEqual([]))
  line.isDown = true
  await close()
  expect(screen.getByText(/aura son numéro quand tout sera envoyé/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Imprimer le rapport' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  for (const said of [
    'n° à l’envoi',
    '1 x pièce 500500',
    'Espèces comptées500',
    '1 opération comptée avant d’être envoyée :',
    ' Comptage',
  ])
    expect(printed[0], said).toContain(said)
})

/** A space is a space, and two are one. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
