import { randomBytes, randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { fiscalTotals, type Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile, type FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { faultOf, lineOf, type CertifiedInvoice, type Invoice, type Item, type RateOf } from './emecef-invoice.ts'
import { openTraps, type Traps } from './traps.ts'

/** A machine of the platform: the number of its e-MCF belongs to one shop of one taxpayer. */
export type Taxpayer = { taxId: string; nim: string; name: string }
export type EmecefSimulator = {
  /** The address of the platform, without a path. */
  url: string
  traps: Traps
  /** A token of the taxpayer, as the tax office gives them. */
  token: (taxpayer: Taxpayer, expiresAt: Date) => Promise<string>
  /** What was certified, in the order of certification. */
  certified: () => readonly CertifiedInvoice[]
  /** By how much the clock of the platform is ahead, in ms. */
  setClock: (aheadMs: number) => void
  /** Forgets the drafts that wait. */
  forgetDrafts: () => void
  close: () => Promise<void>
}

type Draft = {
  uid: string
  nim: string
  at: number
  type: string
  total: number
  originalCode: string | null
  state: 'pending' | 'confirmed' | 'canceled'
}

const secret = randomBytes(32)
const refusal = (errorCode: number, errorDesc: string) => ({ uid: null, errorCode: String(errorCode), errorDesc })

/** In ms: how long a token lives that is asked for by an address. */
const tokenLivesMs = 30 * 86_400_000

function tokenOf({ taxId, nim, name }: Taxpayer, expiresAt: Date): Promise<string> {
  return new SignJWT({ unique_name: `${taxId}|${nim}`, role: 'Taxpayer', shop: name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setNotBefore(0)
    .setExpirationTime(expiresAt)
    .sign(secret)
}

/** What the platform knows, and its clock. */
type Platform = {
  profile: FiscalProfile
  rateOf: RateOf
  now: () => number
  drafts: Map<string, Draft>
  invoices: CertifiedInvoice[]
  counters: Map<string, number>
}
type Seller = Taxpayer & { expiresAt: number }

/**
 * A platform of the family of the e-MCF (Bénin; RDC in its own form), with its traps on demand: string codes, holes in
 * counters, drafts that expire by its own clock, the eleventh pending draft.
 */
export async function openEmecefSimulator({
  port = 0,
  country = 'BJ',
}: { port?: number; country?: 'BJ' | 'CD' } = {}): Promise<EmecefSimulator> {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const platform: Platform = {
    profile: fiscalProfile(country === 'BJ' ? 'e-mecef' : 'def'),
    rateOf: (group) => taxRateOf(country, group, new Date(now()).toISOString().slice(0, 10)) ?? 0,
    now,
    drafts: new Map(),
    invoices: [],
    counters: new Map(),
  }
  const app = fastify()
  const traps = openTraps(app)
  // A token of any seller: nobody needs an account here.
  app.post<{ Body: Taxpayer }>('/tokens', async ({ body }) => ({
    token: await tokenOf(body, new Date(now() + tokenLivesMs)),
  }))
  await app.register((api, _options, done) => {
    api.decorateRequest('seller')
    // Whose token it is; 401 in the words of this platform when it is nobody's.
    api.addHook('preHandler', async (request, reply) => {
      const seller = await readToken(request.headers.authorization, now())
      if (!seller) return reply.code(401).send('Jeton invalide')
      request.setDecorator('seller', seller)
    })
    serveInfo(api, platform, traps)
    serveInvoices(api, platform, traps)
    done()
  })
  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    traps,
    token: tokenOf,
    certified: () => platform.invoices,
    setClock: (ahead) => {
      aheadMs = ahead
    },
    forgetDrafts: () => platform.drafts.clear(),
    close: () => app.close(),
  }
}

function sellerOf(request: FastifyRequest): Seller {
  return request.getDecorator<Seller>('seller')
}

function serveInfo(app: FastifyInstance, { profile, rateOf, now }: Platform, traps: Traps): void {
  app.get('/api/info/status', (request) => {
    const seller = sellerOf(request)
    return {
      ...headOf(seller, now()),
      version: '1.0',
      emcfList: [{ nim: seller.nim, status: 'Enregistré', shopName: seller.name }],
    }
  })
  app.get('/api/info/taxGroups', (request) => ({
    ...Object.fromEntries(taxGroups.map((group) => [group.toLowerCase(), rateOf(group) / 100])),
    ...(traps.of(request) === 'other-rates' ? { b: rateOf('B') / 100 + 2 } : {}),
    aibA: 1,
    aibB: 5,
  }))
  const listed = (codes: object) => Object.values(codes).map((type: unknown) => ({ type, description: type }))
  app.get('/api/info/invoiceTypes', () => listed(profile.kindCodes))
  app.get('/api/info/paymentTypes', () => listed(profile.meansCodes))
}

function headOf({ taxId, nim, expiresAt }: Seller, now: number) {
  return {
    status: true,
    ifu: taxId,
    nim,
    tokenValid: new Date(expiresAt).toISOString(),
    serverDateTime: new Date(now).toISOString(),
  }
}

function serveInvoices(app: FastifyInstance, platform: Platform, traps: Traps): void {
  const { profile, now, drafts } = platform
  const pendingOf = ({ nim }: Seller) =>
    [...drafts.values()].filter(
      (draft) => draft.nim === nim && draft.state === 'pending' && now() - draft.at < profile.draftLivesMs,
    )

  app.get('/api/invoice/', (request) => {
    const pending = pendingOf(sellerOf(request))
    return {
      ...headOf(sellerOf(request), now()),
      pendingRequestsCount: pending.length,
      pendingRequestsList: pending.map(({ uid, at }) => ({ uid, date: new Date(at).toISOString() })),
    }
  })
  app.post('/api/invoice/', (request) => {
    if (pendingOf(sellerOf(request)).length >= profile.mostPending)
      return refusal(1, 'Le nombre maximum de factures en attente est atteint')
    const trap = traps.of(request)
    const invoice = (request.body ?? {}) as Invoice
    const answer = draftOf(invoice, sellerOf(request), platform, trap === 'off-by-one' ? 1 : 0)
    return trap === 'without-totals' ? { uid: answer.uid, errorCode: null } : answer
  })
  app.get<{ Params: { uid: string } }>('/api/invoice/:uid', (request) => {
    const draft = pendingOf(sellerOf(request)).find(({ uid }) => uid === request.params.uid)
    return draft ?? refusal(20, 'La facture n’existe pas ou est déjà finalisée')
  })
  app.put<{ Params: { uid: string; gesture: string } }>('/api/invoice/:uid/:gesture', (request, reply) => {
    const seller = sellerOf(request)
    const { uid, gesture } = request.params
    const draft = pendingOf(seller).find((each) => each.uid === uid)
    if (!draft) return refusal(20, 'La facture n’existe pas ou est déjà finalisée ou annulée')
    if (gesture === profile.gestures.cancel) {
      draft.state = 'canceled'
      return { dateTime: stamp(now()), qrCode: '', [profile.codeField]: '', counters: '', nim: seller.nim }
    }
    if (gesture !== profile.gestures.confirm) return reply.code(404).send('Not Found')
    if (profile.confirmSendsTotals && (request.body as { total?: unknown } | null)?.total !== draft.total)
      return refusal(99, 'Totaux différents')
    return certify(draft, seller, platform, traps.of(request) === 'year-1970' ? 0 : now())
  })
}

/** The answer to a new invoice: its draft with the totals of the platform, which a trap puts off. */
function draftOf(invoice: Invoice, { nim }: Seller, { profile, rateOf, now, drafts, invoices }: Platform, off: number) {
  const wrong = faultOf(invoice, profile, { certified: invoices, rateOf })
  if (wrong) return refusal(...wrong)
  const lines = (invoice.items as Item[]).map((item) => lineOf(item, profile, rateOf))
  const totals = fiscalTotals({ lines, aib: (invoice.aib ?? null) as Aib | null }, profile.rounding)
  const draft: Draft = {
    uid: randomUUID(),
    nim,
    at: now(),
    type: invoice.type as string,
    total: totals.total + off,
    originalCode: (invoice.reference as string | undefined) ?? null,
    state: 'pending',
  }
  drafts.set(draft.uid, draft)
  const amounts = Object.fromEntries(
    taxGroups.map((group) => [group, totals.groups.find((each) => each.group === group)]),
  )
  return {
    uid: draft.uid,
    ...Object.fromEntries(
      (['A', 'B', 'C', 'D'] as const).map((group) => [`t${group.toLowerCase()}`, rateOf(group) / 100]),
    ),
    ...Object.fromEntries(taxGroups.map((group) => [`ta${group.toLowerCase()}`, amounts[group]?.total ?? 0])),
    hab: amounts.B?.net ?? 0,
    had: amounts.D?.net ?? 0,
    vab: amounts.B?.tax ?? 0,
    vad: amounts.D?.tax ?? 0,
    vtotal: totals.groups.reduce((sum, { tax }) => sum + tax, 0),
    aib: totals.aib,
    ts: totals.specificTax,
    total: draft.total,
    errorCode: null,
    errorDesc: null,
  }
}

function certify(draft: Draft, { taxId }: Seller, { profile, invoices, counters }: Platform, at: number) {
  draft.state = 'confirmed'
  // Counters have holes: the platform counts what it does not show.
  const counted = (counters.get(draft.nim) ?? 40) + 1 + (randomBytes(1)[0]! % 3)
  counters.set(draft.nim, counted)
  const code = `TEST${randomBytes(10).toString('hex').toUpperCase()}`
  const original = invoices.find((invoice) => invoice.code === draft.originalCode)
  if (original) original.credited += draft.total
  invoices.push({ uid: draft.uid, nim: draft.nim, code, type: draft.type, total: draft.total, credited: 0 })
  const compact = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return {
    dateTime: stamp(at),
    qrCode: `F;${draft.nim};${code};${taxId};${compact}`,
    [profile.codeField]: code.match(/.{4}/g)!.join('-'),
    counters: `${counted}/${counted + 2} ${draft.type}`,
    nim: draft.nim,
    errorCode: '0',
    errorDesc: null,
  }
}

/** « 28/11/2026 14:05:09 ». */
function stamp(at: number): string {
  const [day, hour] = new Date(at).toISOString().split('T') as [string, string]
  return `${day.split('-').toReversed().join('/')} ${hour.slice(0, 8)}`
}

async function readToken(header: string | undefined, now: number): Promise<Seller | null> {
  const [, payload] = (header ?? '').replace(/^Bearer /, '').split('.')
  if (payload === undefined) return null
  try {
    const { payload: claims } = await jwtVerify((header ?? '').slice(7), secret, { currentDate: new Date(now) })
    const [taxId = '', nim = ''] = String(claims.unique_name).split('|')
    return { taxId, nim, name: typeof claims.shop === 'string' ? claims.shop : '', expiresAt: claims.exp! * 1000 }
  } catch {
    return null
  }
}
