import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { openAsk, type Exchange } from '#server/fiscal/fiscal-http.ts'
import type {
  FiscalElements,
  FiscalFamilyPort,
  FiscalJob,
  FiscalProgress,
  FiscalResult,
} from '#server/fiscal/fiscal-family.ts'
import { openFiscalPort } from '#server/fiscal/fiscal-port.ts'
import { openEmecefSimulator, type EmecefSimulator } from '#simulators/emecef.ts'
import type { Trap, Trapped } from '#simulators/traps.ts'
import { homologation, homologationIn } from '#tests/support/homologation.ts'

const shop = { taxId: '3201900000017', nim: 'TS01000123', name: 'Camp Guézo' }
const [first] = homologation

let simulator: EmecefSimulator
let token: string
let journal: Exchange[]
beforeAll(async () => {
  simulator = await openEmecefSimulator()
  token = await simulator.token(shop, new Date(Date.now() + 86_400_000))
})
afterAll(() => simulator.close())
beforeEach(() => {
  journal = []
  simulator.traps.clear()
  simulator.setClock(0)
  simulator.forgetDrafts()
})

function portOf(of: EmecefSimulator, { country = 'BJ', withToken = token } = {}): FiscalFamilyPort {
  const ask = openAsk((exchange) => Promise.resolve(void journal.push(exchange)))
  return openFiscalPort(
    fiscalProfile(country === 'BJ' ? 'e-mecef' : 'def'),
    {
      taxId: shop.taxId,
      token: withToken,
      addresses: { invoice: `${of.url}/api/invoice/`, info: `${of.url}/api/info/` },
      account: null,
    },
    ask,
  )!
}

/** A document that is tried again from where it was, as the queue does. */
function aDocument(document = first!.document, original: FiscalElements | null = null, port = portOf(simulator)) {
  let progress: FiscalProgress | null = null
  const kept: (FiscalProgress | null)[] = []
  const job = (): FiscalJob => ({
    document,
    number: 'K1-1',
    original,
    refunded: [],
    progress,
    keep: (now) => {
      kept.push((progress = now))
      return Promise.resolve()
    },
  })
  return {
    progress: () => progress,
    kept: () => kept,
    set: (now: FiscalProgress) => {
      progress = now
    },
    certify: (): Promise<FiscalResult> => port.certify(job()),
    prepare: (): Promise<FiscalResult | null> => port.prepare!(job()),
  }
}
const calls = () => journal.map(({ step }) => step)

test.each(['BJ', 'CD'] as const)(
  '%s: the twenty homologation invoices are certified with the totals of the tax office',
  async (country) => {
    const platform = await openEmecefSimulator({ country })
    const port = portOf(platform, { country, withToken: await platform.token(shop, new Date(Date.now() + 60_000)) })
    const invoices = homologationIn(country)
    const codes = new Map<number, FiscalElements>()
    try {
      for (const { number, document, of } of invoices) {
        const result = await aDocument(document, of === null ? null : codes.get(of)!, port).certify()
        if (result.kind !== 'certified') throw new Error(`${number}: ${JSON.stringify(result)}`)
        codes.set(number, result.elements)
      }
      expect(platform.certified().map(({ total }) => total)).toEqual(invoices.map(({ total }) => total))
      for (const { code, qr, nim } of codes.values()) {
        expect(code).toMatch(/^([\dA-Z]{4}-){5}[\dA-Z]{4}$/)
        expect(qr).toContain(code.replaceAll('-', ''))
        expect(nim).toBe(shop.nim)
      }
    } finally {
      await platform.close()
    }
  },
)

test('what is told is the least that is accepted, and never more', async () => {
  await aDocument().certify()
  expect(journal[0]).toMatchObject({ step: 'draft', method: 'POST', url: `${simulator.url}/api/invoice/` })
  expect(journal[0]!.request).toEqual({
    ifu: shop.taxId,
    type: 'FV',
    items: [{ name: 'Article A', price: 600, quantity: 1, taxGroup: 'A' }],
    operator: { name: 'Aurèle' },
    payment: [{ name: 'ESPECES', amount: 600 }],
  })
  expect(JSON.stringify(journal)).not.toContain(token)
})

test('a token that the platform repeats in its answer is not in the journal', async () => {
  const parrot = createServer((request, response) => {
    response.writeHead(401).end(`refused: ${request.headers.authorization}`)
  })
  await new Promise<void>((done) => void parrot.listen(0, '127.0.0.1', done))
  const { port } = parrot.address() as AddressInfo
  const result = await aDocument(
    first!.document,
    null,
    portOf({ ...simulator, url: `http://127.0.0.1:${port}` }),
  ).certify()
  parrot.close()
  expect(result).toMatchObject({ kind: 'retry', why: 'token' })
  expect(JSON.stringify(journal)).not.toContain(token)
  expect(journal[0]!.outcome).toMatchObject({ status: 401, text: 'refused: Bearer [jeton]' })
})

describe('a credit note', () => {
  test('names its invoice by 24 characters, and never takes more than the invoice', async () => {
    const sold = await aDocument().certify()
    if (sold.kind !== 'certified') throw new Error(sold.kind)
    const note = { ...first!.document, kind: 'credit' as const }
    expect((await aDocument(note, sold.elements).certify()).kind).toBe('certified')
    expect(journal.at(-2)!.request).toMatchObject({ type: 'FA', reference: sold.elements.code.replaceAll('-', '') })
    expect(await aDocument(note, sold.elements).certify()).toMatchObject({
      kind: 'rejected',
      fields: [{ field: 'total' }],
    })
  })
})

const certifiedNow = () => simulator.certified().length

describe('a draft that fails', () => {
  test.each<[Trap, string]>([
    ['lost', 'unreachable'],
    ['unseen', 'unreachable'],
    ['html', 'unreachable'],
    ['empty', 'answer'],
    ['error-500', 'answer'],
    ['unavailable', 'unreachable'],
    ['unauthorized', 'token'],
    ['processing-error', 'busy'],
    ['check-later', 'busy'],
    ['without-totals', 'answer'],
  ])('%s: nothing was certified, it is tried again and certified once', async (trap, why) => {
    const before = certifiedNow()
    simulator.traps.lay('draft', trap)
    const one = aDocument()
    expect(await one.certify()).toMatchObject({ kind: 'retry', why })
    expect(certifiedNow()).toBe(before)
    expect((await one.certify()).kind).toBe('certified')
    expect(certifiedNow()).toBe(before + 1)
  })

  test('another total: the draft is canceled, and the difference is told', async () => {
    const before = certifiedNow()
    simulator.traps.lay('draft', 'off-by-one')
    expect(await aDocument().certify()).toEqual({
      kind: 'rejected',
      fields: [{ field: 'total', message: '600 ici, 601 sur la plateforme' }],
    })
    expect(calls()).toEqual(['draft', 'cancel'])
    expect(certifiedNow()).toBe(before)
  })

  test('the eleventh pending draft waits soon', async () => {
    for (let count = 0; count < 10; count++) {
      simulator.traps.lay('draft', 'unseen')
      await aDocument().certify()
    }
    expect(await aDocument().certify()).toMatchObject({ kind: 'retry', why: 'full', soon: true })
    simulator.setClock(125_000)
    expect((await aDocument().certify()).kind).toBe('certified')
  })

  test('the number of a client that the platform does not accept is a field of the client', async () => {
    const document = { ...first!.document, client: { name: null, taxId: '123456789012', contact: null, address: null } }
    expect(await aDocument(document).certify()).toMatchObject({ kind: 'rejected', fields: [{ field: 'client.ifu' }] })
  })
})

describe('a draft made ahead', () => {
  test('is confirmed later with one call, and certifies nothing by itself', async () => {
    const before = certifiedNow()
    const one = aDocument()
    expect(await one.prepare()).toBeNull()
    expect(certifiedNow()).toBe(before)
    expect((await one.certify()).kind).toBe('certified')
    expect(calls()).toEqual(['draft', 'confirm'])
  })

  test('that expired by the clock of the platform is made again, and certified once', async () => {
    const before = certifiedNow()
    const one = aDocument()
    await one.prepare()
    simulator.setClock(125_000)
    expect((await one.certify()).kind).toBe('certified')
    expect(calls()).toEqual(['draft', 'confirm', 'draft', 'confirm'])
    expect(certifiedNow()).toBe(before + 1)
  })

  test('of another total is canceled at once', async () => {
    simulator.traps.lay('draft', 'off-by-one')
    const one = aDocument()
    expect(await one.prepare()).toMatchObject({ kind: 'rejected', fields: [{ field: 'total' }] })
    expect(calls()).toEqual(['draft', 'cancel'])
    // A process that is killed meanwhile leaves nothing that the next one would confirm.
    expect(one.kept()).toEqual([{ step: 'drafting' }, null])
  })

  test('CD: is confirmed with the taxes that the platform computed, not with ours', async () => {
    const told: unknown[] = []
    const platform = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => (text += part))
      request.on('end', () => {
        told.push({ method: request.method, body: JSON.parse(text) as unknown })
        const draft = { uid: 'one', total: 600, vtotal: 1 }
        response.end(JSON.stringify(request.method === 'POST' ? draft : { qrCode: 'F;1', codeDEFDGI: 'A', nim: 'B' }))
      })
    })
    await new Promise<void>((done) => void platform.listen(0, '127.0.0.1', done))
    const { port } = platform.address() as AddressInfo
    try {
      const url = `http://127.0.0.1:${port}`
      const one = aDocument(first!.document, null, portOf({ ...simulator, url }, { country: 'CD' }))
      await one.prepare()
      expect((await one.certify()).kind).toBe('certified')
      expect(told.at(-1)).toEqual({ method: 'PUT', body: { total: 600, vtotal: 1 } })
    } finally {
      platform.close()
    }
  })
})

describe('a confirmation that fails', () => {
  test('answered by nobody, it is asked again; « gone » after that is uncertain, and is never posted again', async () => {
    const before = certifiedNow()
    simulator.traps.lay('confirm', 'unseen')
    const one = aDocument()
    expect(await one.certify()).toMatchObject({ kind: 'retry', why: 'unreachable' })
    expect(certifiedNow()).toBe(before + 1)
    const result = await one.certify()
    expect(result).toMatchObject({ kind: 'uncertain', evidence: { total: 600, confirmations: 2 } })
    expect(calls()).toEqual(['draft', 'confirm', 'confirm'])
    expect(certifiedNow()).toBe(before + 1)
  })

  test.each<Trap>(['lost', 'html', 'empty', 'error-500', 'unavailable'])(
    '%s: it may have arrived; asked again it is certified once',
    async (trap) => {
      const before = certifiedNow()
      simulator.traps.lay('confirm', trap)
      const one = aDocument()
      expect((await one.certify()).kind).toBe('retry')
      expect(one.progress()).toMatchObject({ step: 'confirming', maybe: 1 })
      expect((await one.certify()).kind).toBe('certified')
      expect(certifiedNow()).toBe(before + 1)
      expect(calls()).toEqual(['draft', 'confirm', 'confirm'])
    },
  )

  test('refused for its token, it was not done: a new draft is made when the old one is over', async () => {
    const before = certifiedNow()
    simulator.traps.lay('confirm', 'unauthorized')
    const one = aDocument()
    expect(await one.certify()).toMatchObject({ kind: 'retry', why: 'token' })
    expect(one.progress()).toMatchObject({ step: 'drafted' })
    simulator.setClock(125_000)
    expect((await one.certify()).kind).toBe('certified')
    expect(calls()).toEqual(['draft', 'confirm', 'confirm', 'draft', 'confirm'])
    expect(certifiedNow()).toBe(before + 1)
  })

  test('an old draft is looked for in the list of the platform before it is confirmed', async () => {
    const one = aDocument()
    simulator.traps.lay('confirm', 'unauthorized')
    await one.certify()
    const drafted = one.progress() as { step: 'drafted'; uid: string; draftedAtMs: number }
    one.set({ ...drafted, draftedAtMs: drafted.draftedAtMs - 90_000 })
    expect((await one.certify()).kind).toBe('certified')
    expect(calls()).toEqual(['draft', 'confirm', 'status', 'confirm'])
  })

  test('a process killed before its confirmation left is treated as if it had: « gone » is uncertain', async () => {
    const one = aDocument()
    simulator.traps.lay('confirm', 'unauthorized')
    await one.certify()
    const drafted = one.progress() as { uid: string; draftedAtMs: number }
    one.set({ step: 'confirming', uid: drafted.uid, draftedAtMs: drafted.draftedAtMs, maybe: 1 })
    simulator.setClock(125_000)
    expect((await one.certify()).kind).toBe('uncertain')
  })

  test('a slow answer is an answer; an hour of 1970 is kept as the platform says it', async () => {
    simulator.traps.lay('confirm', 'slow')
    expect((await aDocument().certify()).kind).toBe('certified')
    simulator.traps.lay('confirm', 'year-1970')
    expect(await aDocument().certify()).toMatchObject({ kind: 'certified', elements: { at: '01/01/1970 00:00:00' } })
  })
})

test('nobody there: nothing left, and it is tried again', async () => {
  const gone = await openEmecefSimulator()
  const port = portOf(gone)
  await gone.close()
  const one = aDocument(first!.document, null, port)
  expect(await one.certify()).toMatchObject({ kind: 'retry', why: 'unreachable' })
  expect(journal.at(-1)!.outcome.kind).toBe('unsent')
})

test('law: whatever fails, in whatever order, nothing is certified twice, and what is not certified is uncertain', async () => {
  const traps: [Trapped, Trap][] = [
    ['draft', 'lost'],
    ['draft', 'unseen'],
    ['draft', 'processing-error'],
    ['confirm', 'lost'],
    ['confirm', 'unseen'],
    ['confirm', 'html'],
    ['confirm', 'unauthorized'],
    ['confirm', 'processing-error'],
  ]
  let seed = 7
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 40; round++) {
    const before = certifiedNow()
    let ahead = 0
    const one = aDocument()
    for (let laid = draw(4); laid > 0; laid--) simulator.traps.lay(...traps[draw(traps.length)]!)
    let result = await one.certify()
    for (let attempt = 0; result.kind === 'retry' && attempt < 12; attempt++) {
      if (draw(3) === 0) simulator.setClock((ahead += 60_000))
      result = await one.certify()
    }
    simulator.traps.clear()
    simulator.setClock(0)
    simulator.forgetDrafts()
    const made = certifiedNow() - before
    expect(made).toBeLessThanOrEqual(1)
    if (result.kind === 'certified') expect(made).toBe(1)
    else expect(result.kind).toBe('uncertain')
  }
})

describe('status', () => {
  test('says who the token is for, and its end', async () =>
    expect(await portOf(simulator).status()).toMatchObject({ kind: 'known', taxId: shop.taxId, nim: shop.nim }))
  test('a token that is not accepted is refused, a page of HTML is nobody', async () => {
    expect(await portOf(simulator, { withToken: 'x.y.z' }).status()).toMatchObject({ kind: 'refused' })
    simulator.traps.lay('status', 'html')
    expect(await portOf(simulator).status()).toMatchObject({ kind: 'unreachable' })
  })
})
