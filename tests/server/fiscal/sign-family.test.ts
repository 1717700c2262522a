import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { openAsk, type Exchange } from '#server/fiscal/fiscal-http.ts'
import type { FiscalElements, FiscalProgress } from '#server/fiscal/fiscal-family.ts'
import { openFiscalPort } from '#server/fiscal/fiscal-port.ts'
import { openFneSimulator, type FneSimulator } from '#simulators/fne.ts'
import type { Trap } from '#simulators/traps.ts'

let simulator: FneSimulator
let journal: Exchange[]
beforeAll(async () => {
  simulator = await openFneSimulator()
})
afterAll(() => simulator.close())
beforeEach(() => {
  journal = []
  simulator.traps.clear()
})

const account = {
  name: 'Client comptoir',
  phone: '0101010101',
  email: 'comptoir@pharmacie.example',
  establishment: 'Pharmacie',
  pointOfSale: 'Caisse 1',
}
const invoiced: FiscalDocument = {
  kind: 'sale',
  isExport: false,
  lines: [
    { lineId: 'a', label: 'Doliprane', quantity: 1, price: 966, group: 'A', rate: 0 },
    { lineId: 'a', label: 'Doliprane', quantity: 2, price: 967, group: 'A', rate: 0 },
    { lineId: 'b', label: 'Crème', quantity: 2, price: 4000, group: 'B', rate: 1800 },
  ],
  payments: [{ means: 'cash', amount: 10_900 }],
  client: null,
  operator: 'Aurèle',
  aib: null,
}

function aDocument({
  document = invoiced,
  original = null,
  refunded = [],
  of = simulator,
  pointOfSale = account.pointOfSale,
}: {
  document?: FiscalDocument
  original?: FiscalElements | null
  refunded?: { id: string; quantity: number }[]
  of?: FneSimulator
  pointOfSale?: string
} = {}) {
  let progress: FiscalProgress | null = null
  const seller = {
    taxId: '1234567X',
    token: of.key,
    addresses: { invoice: `${of.url}/external/invoices/`, info: null },
    account: { ...account, pointOfSale },
  }
  const ask = openAsk((exchange) => Promise.resolve(void journal.push(exchange)))
  const port = openFiscalPort(fiscalProfile('fne'), seller, ask)!
  return {
    set: (kept: FiscalProgress) => {
      progress = kept
    },
    certify: () =>
      port.certify({
        document,
        number: 'K1-1',
        original,
        refunded,
        progress,
        keep: (kept) => {
          progress = kept
          return Promise.resolve()
        },
      }),
  }
}

async function aSignedInvoice(): Promise<FiscalElements> {
  const result = await aDocument().certify()
  if (result.kind !== 'certified') throw new Error(JSON.stringify(result))
  return result.elements
}

test('prices go without tax, unrounded; the total with tax is ours; a walk-in has the contact of the pharmacy', async () => {
  const elements = await aSignedInvoice()
  expect(simulator.signed().at(-1)!.total).toBe(10_900)
  expect(elements).toMatchObject({ qr: expect.stringContaining('/verification/'), stampDuty: 100 })
  // The till took none.
  expect(elements.expectedStampDuty).toBe(0)
  expect(elements.differingTotal).toBeUndefined()
  expect(elements.items).toHaveLength(3)
  const sent = journal[0]!.request as { items: { amount: number }[] }
  expect(sent).toMatchObject({ template: 'B2C', paymentMethod: 'cash', clientCompanyName: 'Client comptoir' })
  expect(sent.items.map(({ amount }) => amount)).toEqual([966, 967, expect.closeTo(4000 / 1.18, 9)])
})

test('the duty that the till took is compared with that of the platform, which is told one means', async () => {
  const signed = async (document: FiscalDocument) => {
    const result = await aDocument({ document }).certify()
    return result.kind === 'certified' ? result.elements : null
  }
  expect(await signed({ ...invoiced, stampDuty: 100 })).not.toHaveProperty('expectedStampDuty')
  const byMobile = {
    ...invoiced,
    payments: [
      { means: 'cash' as const, amount: 900 },
      { means: 'mobile' as const, amount: 10_000 },
    ],
  }
  expect(await signed(byMobile)).toMatchObject({ stampDuty: 0 })
  expect(await signed(byMobile)).not.toHaveProperty('expectedStampDuty')
  expect(await signed({ ...byMobile, stampDuty: 100 })).toMatchObject({ stampDuty: 0, expectedStampDuty: 100 })
})

test('another total is kept beside the code: what is signed is signed', async () => {
  simulator.traps.lay('sign', 'off-by-one')
  expect((await aSignedInvoice()).differingTotal).toBe(10_901)
})

describe('a refund', () => {
  const note = (quantities: Record<string, number>): FiscalDocument => ({
    ...invoiced,
    kind: 'credit',
    lines: Object.entries(quantities).map(([lineId, quantity]) => ({ ...invoiced.lines[0]!, lineId, quantity })),
  })
  test('takes the parts of a line one after the other, and never a unit twice', async () => {
    const original = await aSignedInvoice()
    const [first, second] = original.items!
    const one = await aDocument({ document: note({ a: 2 }), original }).certify()
    if (one.kind !== 'certified') throw new Error(JSON.stringify(one))
    expect(one.elements.refunded).toEqual([
      { id: first!.id, quantity: 1 },
      { id: second!.id, quantity: 1 },
    ])
    const two = await aDocument({
      document: note({ a: 1, b: 2 }),
      original,
      refunded: one.elements.refunded!,
    }).certify()
    expect(two).toMatchObject({ kind: 'certified', elements: { refunded: [{ id: second!.id }, { quantity: 2 }] } })
    expect(simulator.signed().at(-1)!.refunded).toBe(10_900)
    const more = await aDocument({ document: note({ b: 1 }), original }).certify()
    expect(more).toMatchObject({ kind: 'rejected' })
  })
})

describe('a call that fails', () => {
  test.each<[Trap, string, number]>([
    ['error-500', 'uncertain', 0],
    ['unseen', 'uncertain', 1],
    ['lost', 'uncertain', 0],
    ['html', 'uncertain', 0],
    ['empty', 'uncertain', 0],
    ['unavailable', 'retry', 0],
    ['unauthorized', 'retry', 0],
  ])('%s: %s', async (trap, kind, signed) => {
    const before = simulator.signed().length
    simulator.traps.lay('sign', trap)
    const one = aDocument()
    expect((await one.certify()).kind).toBe(kind)
    expect(simulator.signed().length - before).toBe(signed)
    expect((await one.certify()).kind).toBe(kind === 'retry' ? 'certified' : 'uncertain')
    expect(simulator.signed().length - before).toBe(kind === 'retry' ? 1 : signed)
  })

  test('a process killed in the middle is uncertain, and nothing is sent again', async () => {
    const one = aDocument()
    one.set({ step: 'signing' })
    expect((await one.certify()).kind).toBe('uncertain')
    expect(journal).toEqual([])
  })

  test('a till that the account does not know is a field to mend, and can be sent again', async () => {
    const wrong = aDocument({ pointOfSale: 'Caisse 9' })
    expect(await wrong.certify()).toEqual({
      kind: 'rejected',
      fields: [{ field: 'pointOfSale', message: 'Point of sale is invalid' }],
    })
    expect((await wrong.certify()).kind).toBe('rejected')
  })

  test('without stickers the platform answers 500 and keeps a draft: uncertain, with the answer as evidence', async () => {
    const empty = await openFneSimulator({ stickers: 0 })
    try {
      expect(await aDocument({ of: empty }).certify()).toEqual({
        kind: 'uncertain',
        evidence: { status: 500, answer: '{"message":"invoice_signing_error"}' },
      })
      expect(empty.drafts()).toBe(1)
    } finally {
      await empty.close()
    }
  })
})
