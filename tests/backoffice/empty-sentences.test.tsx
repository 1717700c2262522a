import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOrganization } from './support/a-clientele.ts'
import { aDesk, type Asked, ok, pageText } from './support/a-desk.tsx'

const supplierId = '018f0000-0000-7000-8000-0000000000f1'
const supplier = {
  id: supplierId,
  name: 'Ubipharm',
  returnDays: 90,
  customerNumber: null,
  phone: null,
  email: null,
  address: null,
  contacts: [],
  deliveryDays: [1],
  paymentDays: null,
  note: null,
  wholesalerId: null,
  minimumOrder: null,
  creditLimit: null,
  archived: false,
}
const statement = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  number: 4,
  supplierId,
  supplierName: 'Ubipharm',
  reference: 'REL-4',
  from: '2026-11-01',
  to: '2026-11-15',
  dueOn: '2026-12-15',
  total: 2000,
  note: null,
  state: 'draft',
  fileName: null,
  lines: 2,
  claimed: 0,
  claimId: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdByName: 'DOSSOU Aurèle',
  validatedAt: null,
  validatedByName: null,
  canceledAt: null,
  cancelReason: null,
  sums: { lines: 2000, matched: 2000, claimed: 0, open: 0 },
  counts: { certain: 2, proposed: 0, open: 0, decided: 0, undecided: 0 },
  doubts: [],
  nextPosition: 3,
  claims: [],
}
const port = anOrganization(1, { name: 'Port autonome' })
const statements = '/wholesaler-bill-statements'

/** Pages with a block whose call fails: what it says when its answer is empty. */
const blocks = [
  {
    page: `/backoffice/fournisseurs/${supplierId}`,
    call: `/suppliers/${supplierId}/codes`,
    empty: 'Aucun code enregistré.',
    nothing: { items: [], total: 0 },
  },
  {
    page: `/backoffice/organismes/${port.id}`,
    call: '/contracts',
    empty: 'Aucun contrat souscrit',
    nothing: { items: [], total: 0 },
  },
  {
    page: '/backoffice/echeances',
    call: '/supplier-payments/calendar',
    empty: 'Rien à payer',
    nothing: [],
  },
  {
    page: `/backoffice/releves/${statement.id}`,
    call: `${statements}/${statement.id}/statements`,
    empty: 'Aucun bon.',
    nothing: { notes: [], notBilled: [] },
  },
]
const pageOf = ({ path }: Asked) => {
  if (path === '/suppliers') return ok({ items: [supplier], total: 1 })
  if (path === `/suppliers/${supplierId}`) return ok(supplier)
  if (path === `/organizations/${port.id}`) return ok(port)
  if (path === '/supplier-payments/payables') return ok([])
  if (path === `${statements}/${statement.id}`) return ok(statement)
  return path.startsWith(statements) ? ok({ items: [], total: 0 }) : undefined
}

test.each(blocks)('$page says « $empty » after the answer, not without it', async ({ page, call, empty, nothing }) => {
  let isKnown = false
  const { user } = await aDesk({
    path: page,
    products: [],
    answer: (asked) =>
      asked.path === call ? (isKnown ? ok(nothing) : { status: 500, body: { message: 'internal' } }) : pageOf(asked),
  })
  expect(await screen.findByText('Le détail n’a pas pu être chargé.')).toBeTruthy()
  expect(pageText()).not.toContain(empty)
  isKnown = true
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText((text) => text.startsWith(empty))).toBeTruthy()
})
