import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BillBatch } from '#shared/contract/bill-batches.ts'
import type { BillRow } from '#shared/contract/bills.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const idOf = (n: number) => `019f0000-0000-7000-8000-0000000000b${n}`
const bill = (n: number): BillRow => ({
  id: idOf(n),
  number: `F-0001${n}`,
  payerKind: 'company',
  payerId: idOf(9),
  payerName: n === 1 ? 'NSIA' : 'SUNU',
  label: null,
  from: '2026-10-01',
  to: '2026-10-31',
  billed: { from: '2026-10-01', to: '2026-10-31' },
  issuedOn: '2026-11-02',
  dueOn: '2026-12-02',
  state: 'open',
  lines: 3,
  amount: 1000 * n,
  returned: 0,
  paid: 0,
  charged: 0,
  writtenOff: 0,
  again: 0,
  left: 1000 * n,
  createdByName: null,
  sentAt: null,
  canceledAt: null,
  cancelReason: null,
})
const rows = [bill(1), bill(2)]

/** The list of two bills, and a server whose batches end as `items` say. */
async function tick(
  outcome: (body: { id: string; kind: BillBatch['kind'] }) => Partial<BillBatch>,
  permissions = defaultRoles.titulaire,
) {
  const asked: Asked[] = []
  let batch: BillBatch | null = null
  const desk = await aDesk({
    path: '/backoffice/factures',
    permissions,
    answer: (question) => {
      if (question.path === '/bills') return ok({ items: rows, total: 2, amount: 3000, paid: 0, left: 3000 })
      if (!question.path.startsWith('/bill-files/batches')) return undefined
      if (question.method === 'POST') {
        asked.push(question)
        const body = question.body as { id: string; kind: BillBatch['kind'] }
        batch = {
          id: body.id,
          kind: body.kind,
          file: 'pdf',
          status: 'done',
          progress: 100,
          askedAt: '2026-11-21T11:42:00.000Z',
          byName: 'AZONHIHO Gilles',
          items: rows.map(({ id, number, payerName, amount }) => ({
            billId: id,
            number,
            payerName,
            amount,
            state: 'done',
            error: null,
          })),
          error: null,
          ...outcome(body),
        }
        return { status: 201, body: batch }
      }
      return ok(batch)
    },
  })
  const { user } = desk
  await screen.findByText('F-00011')
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  const bar = within(await screen.findByRole('group', { name: 'Lignes cochées' }))
  const open = async (action: string) => {
    await user.click(bar.getByRole('button', { name: action }))
    return within(await screen.findByRole('dialog'))
  }
  return { ...desk, asked, bar, open }
}
const textOf = (dialog: { getByRole: typeof screen.getByRole }, role: string) =>
  plain(dialog.getByRole(role).textContent ?? '')

test('ticked bills are marked as sent together; the ticks go when all are done, and the cover sheet can be had', async () => {
  const { user, asked, open } = await tick(() => ({}))
  const dialog = await open('Marquer envoyées')
  expect(plain(dialog.getByText(/^2.factures/).textContent ?? '')).toContain('2 factures, 3 000 F CFA')
  await user.click(dialog.getByRole('button', { name: 'Marquer envoyées' }))
  await waitFor(() => expect(textOf(dialog, 'status')).toBe('2 factures sur 2'))
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/bill-files/batches/sendings', { id: expect.any(String), kind: 'mark', billIds: [idOf(1), idOf(2)] }],
  ])
  expect(dialog.getByRole('button', { name: /Télécharger le bordereau/ })).toBeTruthy()
  await user.click(dialog.getAllByRole('button', { name: 'Fermer' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Lignes cochées' })).toBeNull())
})

test('a batch that was partly done says which bill was refused and why, and keeps the ticks', async () => {
  const { user, open } = await tick(({ kind }) => ({
    items: rows.map(({ id, number, payerName, amount }, n) => ({
      billId: id,
      number,
      payerName,
      amount,
      state: n === 0 ? 'failed' : kind === 'mail' ? 'waiting' : 'done',
      error: n === 0 ? { message: 'bills:noEmail' } : null,
    })),
  }))
  const dialog = await open('Envoyer par e-mail')
  await user.click(dialog.getByRole('button', { name: 'Envoyer' }))
  await waitFor(() => expect(textOf(dialog, 'alert')).toBe('0 facture sur 2, 1 refusée'))
  const facts = [...screen.getByRole('dialog').querySelectorAll('dl dd')].map((fact) => plain(fact.textContent ?? ''))
  expect(facts).toEqual(['NSIAPas d’adresse e-mail pour ce payeur', 'SUNUEn attente'])
  await user.click(dialog.getAllByRole('button', { name: 'Fermer' }).at(-1)!)
  expect(screen.getByRole('group', { name: 'Lignes cochées' })).toBeTruthy()
})

test('an export asks for its format', async () => {
  const { user, asked, open } = await tick(() => ({ file: 'zip' }))
  const dialog = await open('Exporter')
  await user.click(dialog.getByRole('radio', { name: 'Excel' }))
  await user.click(dialog.getByRole('button', { name: 'Préparer les fichiers' }))
  expect(await dialog.findByRole('button', { name: 'Télécharger le ZIP' })).toBeTruthy()
  expect(asked[0]!.body).toMatchObject({ kind: 'export', format: 'xlsx' })
})

test('who may only read prints and exports', async () => {
  const { bar } = await tick(() => ({}), ['report.see'])
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Imprimer',
    'Exporter',
    'Tout décocher',
  ])
})
