import { randomBytes, randomUUID } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { fiscalTotals, type Aib, type FiscalLine } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile, type FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
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
export type CertifiedInvoice = { uid: string; nim: string; code: string; type: string; total: number; credited: number }

type Draft = {
  uid: string
  nim: string
  at: number
  type: string
  total: number
  originalCode: string | null
  state: 'pending' | 'confirmed' | 'canceled'
}
type Item = { name?: unknown; price?: unknown; quantity?: unknown; taxGroup?: unknown; taxSpecific?: unknown }
type Invoice = {
  type?: unknown
  items?: unknown
  aib?: unknown
  reference?: unknown
  payment?: { name?: unknown; amount?: unknown }[]
  client?: { ifu?: unknown }
  operator?: { name?: unknown }
} & Record<string, unknown>

/** In hundredths of a percent. */
type RateOf = (group: TaxGroup) => number

const secret = randomBytes(32)
const refusal = (errorCode: number, errorDesc: string) => ({ uid: null, errorCode: String(errorCode), errorDesc })
const known = new Set([
  'ifu',
  'nif',
  'rn',
  'mode',
  'isf',
  'type',
  'items',
  'client',
  'operator',
  'payment',
  'aib',
  'reference',
  'referenceType',
  'referenceDesc',
  'curCode',
  'curDate',
  'curRate',
])

/**
 * A platform of the family of the e-MCF (Bénin; RDC in its own form), with its traps on demand: string codes, holes in
 * counters, drafts that expire by its own clock, the eleventh pending draft.
 */
export async function openEmecefSimulator({
  port = 0,
  country = 'BJ',
}: { port?: number; country?: 'BJ' | 'CD' } = {}): Promise<EmecefSimulator> {
  const profile = fiscalProfile(country === 'BJ' ? 'e-mecef' : 'def')
  const rateOf: RateOf = (group) => taxRateOf(country, group, new Date(now()).toISOString().slice(0, 10)) ?? 0
  const drafts = new Map<string, Draft>()
  const invoices: CertifiedInvoice[] = []
  const counters = new Map<string, number>()
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const app = fastify()
  const traps = openTraps(app)

  const pendingOf = (nim: string) =>
    [...drafts.values()].filter(
      (draft) => draft.nim === nim && draft.state === 'pending' && now() - draft.at < profile.draftLivesMs,
    )

  /** Whose token it is; answers 401 in the words of this platform when it is nobody's. */
  const sellerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Taxpayer | null> => {
    const seller = await readToken(request.headers.authorization, now())
    if (!seller) await reply.code(401).send('Jeton invalide')
    return seller
  }

  app.get('/api/info/status', async (request, reply) => {
    const seller = await sellerOf(request, reply)
    if (!seller) return reply
    return {
      status: true,
      version: '1.0',
      ifu: seller.taxId,
      nim: seller.nim,
      tokenValid: new Date(seller.expiresAt).toISOString(),
      serverDateTime: new Date(now()).toISOString(),
      emcfList: [{ nim: seller.nim, status: 'Enregistré', shopName: seller.name }],
    }
  })
  app.get('/api/info/taxGroups', async (request, reply) => {
    if (!(await sellerOf(request, reply))) return reply
    return {
      ...Object.fromEntries(taxGroups.map((group) => [group.toLowerCase(), rateOf(group) / 100])),
      aibA: 1,
      aibB: 5,
    }
  })
  app.get('/api/info/invoiceTypes', async (request, reply) => {
    if (!(await sellerOf(request, reply))) return reply
    return Object.values(profile.kindCodes).map((type) => ({ type, description: type }))
  })
  app.get('/api/info/paymentTypes', async (request, reply) => {
    if (!(await sellerOf(request, reply))) return reply
    return Object.values(profile.meansCodes).map((type) => ({ type, description: type }))
  })

  app.get('/api/invoice/', async (request, reply) => {
    const seller = await sellerOf(request, reply)
    if (!seller) return reply
    const pending = pendingOf(seller.nim)
    return {
      status: true,
      ifu: seller.taxId,
      nim: seller.nim,
      tokenValid: new Date(seller.expiresAt).toISOString(),
      serverDateTime: new Date(now()).toISOString(),
      pendingRequestsCount: pending.length,
      pendingRequestsList: pending.map(({ uid, at }) => ({ uid, date: new Date(at).toISOString() })),
    }
  })
  app.post('/api/invoice/', async (request, reply) => {
    const seller = await sellerOf(request, reply)
    if (!seller) return reply
    if (pendingOf(seller.nim).length >= profile.mostPending)
      return refusal(1, 'Le nombre maximum de factures en attente est atteint')
    const invoice = (request.body ?? {}) as Invoice
    const wrong = faultOf(invoice, profile, { certified: invoices, rateOf })
    if (wrong) return refusal(...wrong)
    const lines = (invoice.items as Item[]).map((item) => lineOf(item, profile, rateOf))
    const totals = fiscalTotals({ lines, aib: (invoice.aib ?? null) as Aib | null }, profile.rounding)
    const total = totals.total + (traps.of(request) === 'off-by-one' ? 1 : 0)
    const draft: Draft = {
      uid: randomUUID(),
      nim: seller.nim,
      at: now(),
      type: invoice.type as string,
      total,
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
      total,
      errorCode: null,
      errorDesc: null,
    }
  })
  app.get<{ Params: { uid: string } }>('/api/invoice/:uid', async (request, reply) => {
    const seller = await sellerOf(request, reply)
    if (!seller) return reply
    const draft = pendingOf(seller.nim).find(({ uid }) => uid === request.params.uid)
    return draft ?? refusal(20, 'La facture n’existe pas ou est déjà finalisée')
  })
  app.put<{ Params: { uid: string; gesture: string } }>('/api/invoice/:uid/:gesture', async (request, reply) => {
    const seller = await sellerOf(request, reply)
    if (!seller) return reply
    const draft = pendingOf(seller.nim).find(({ uid }) => uid === request.params.uid)
    if (!draft) return refusal(20, 'La facture n’existe pas ou est déjà finalisée ou annulée')
    if (request.params.gesture === profile.gestures.cancel) {
      draft.state = 'canceled'
      return { dateTime: stamp(now()), qrCode: '', codeMECeFDGI: '', counters: '', nim: seller.nim, errorCode: null }
    }
    if (profile.confirmSendsTotals && (request.body as { total?: unknown } | null)?.total !== draft.total)
      return refusal(99, 'Totaux différents')
    return certify(draft, seller, traps.of(request) === 'year-1970' ? 0 : now())
  })

  function certify(draft: Draft, seller: Taxpayer, at: number) {
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
      qrCode: `F;${draft.nim};${code};${seller.taxId};${compact}`,
      [profile.codeField]: code.match(/.{4}/g)!.join('-'),
      counters: `${counted}/${counted + 2} ${draft.type}`,
      nim: draft.nim,
      errorCode: '0',
      errorDesc: null,
    }
  }

  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    traps,
    token: ({ taxId, nim, name }, expiresAt) =>
      new SignJWT({ unique_name: `${taxId}|${nim}`, role: 'Taxpayer', shop: name })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setNotBefore(0)
        .setExpirationTime(expiresAt)
        .sign(secret),
    certified: () => invoices,
    setClock: (ahead) => {
      aheadMs = ahead
    },
    forgetDrafts: () => drafts.clear(),
    close: () => app.close(),
  }
}

/** « 28/11/2026 14:05:09 ». */
function stamp(at: number): string {
  const [day, hour] = new Date(at).toISOString().split('T') as [string, string]
  return `${day.split('-').toReversed().join('/')} ${hour.slice(0, 8)}`
}

async function readToken(header: string | undefined, now: number): Promise<(Taxpayer & { expiresAt: number }) | null> {
  const [, payload] = (header ?? '').replace(/^Bearer /, '').split('.')
  if (payload === undefined) return null
  try {
    const { payload: claims } = await jwtVerify((header ?? '').slice(7), secret, { currentDate: new Date(now) })
    const [taxId = '', nim = ''] = String(claims.unique_name).split('|')
    return { taxId, nim, name: String(claims.shop ?? ''), expiresAt: claims.exp! * 1000 }
  } catch {
    return null
  }
}

/** What is wrong with an invoice, by the code and the words of the specification. */
function faultOf(
  invoice: Invoice,
  profile: FiscalProfile,
  { certified, rateOf }: { certified: readonly CertifiedInvoice[]; rateOf: RateOf },
): [number, string] | null {
  const kinds = Object.values(profile.kindCodes)
  if (!kinds.includes(invoice.type as string)) return [3, 'Le type de facture n’est pas valide']
  const isCredit = invoice.type === profile.kindCodes.credit || invoice.type === profile.kindCodes.exportCredit
  if (isCredit && Object.keys(invoice).some((field) => !known.has(field))) return [11, 'Champ inconnu']
  if (isCredit && !invoice.reference) return [4, 'La référence de la facture originale est obligatoire']
  if (isCredit && !/^[\dA-Z]{24}$/.test(String(invoice.reference))) return [5, 'La référence doit avoir 24 caractères']
  if (invoice.aib !== undefined && invoice.aib !== 'A' && invoice.aib !== 'B')
    return [6, 'Le type d’AIB n’est pas valide']
  const means = Object.values(profile.meansCodes)
  if (invoice.payment?.some(({ name }) => !means.includes(name as string))) return [7, 'Type de paiement non valide']
  const items = Array.isArray(invoice.items) ? (invoice.items as Item[]) : []
  if (items.length === 0) return [8, 'La facture n’a pas d’article']
  if (items.some(({ taxGroup }) => !Object.values(profile.groupCodes).includes(taxGroup as string)))
    return [9, 'Le groupe de taxation n’est pas valide']
  if (items.some(({ price, quantity }) => !Number.isInteger(price) || typeof quantity !== 'number'))
    return [99, 'Erreur de traitement']
  const taxId = invoice.client?.ifu
  if (taxId !== undefined && profile.clientTaxId && !profile.clientTaxId.test(String(taxId)))
    return [99, 'IFU du client non valide']
  if (!isCredit) return null
  const original = certified.find(({ code }) => code === invoice.reference)
  if (!original) return [11, 'La facture originale n’a pas été trouvée']
  const { total } = fiscalTotals(
    { lines: items.map((item) => lineOf(item, profile, rateOf)), aib: (invoice.aib ?? null) as Aib | null },
    profile.rounding,
  )
  return original.credited + total > original.total ? [12, 'Le montant de l’avoir dépasse celui de la facture'] : null
}

function lineOf(item: Item, profile: FiscalProfile, rateOf: RateOf): FiscalLine {
  const group = taxGroups.find((each) => profile.groupCodes[each] === item.taxGroup)!
  return {
    lineId: '',
    label: String(item.name),
    quantity: Number(item.quantity),
    price: Number(item.price),
    group,
    rate: rateOf(group),
    specificTax: Number(item.taxSpecific ?? 0),
  }
}
