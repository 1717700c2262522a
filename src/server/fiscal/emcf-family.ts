import {
  fiscalTotals,
  type FiscalDocument,
  type FiscalLine,
  type FiscalTotals,
} from '#shared/domain/fiscal/fiscal-document.ts'
import type { PlatformFacts } from '#shared/domain/fiscal/platform-differences.ts'
import type { FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { textOf, type Ask, type Outcome } from '#server/fiscal/fiscal-http.ts'
import type {
  Drafted,
  FiscalElements,
  FiscalFamilyPort,
  FiscalJob,
  FiscalResult,
  FiscalSeller,
  FiscalStatus,
} from '#server/fiscal/fiscal-family.ts'

/** The field of an invoice that an error of the specification is about. These errors never go away by themselves. */
const rejections: Readonly<Record<string, string>> = {
  3: 'type',
  4: 'reference',
  5: 'reference',
  6: 'aib',
  7: 'payment',
  8: 'items',
  9: 'taxGroup',
  11: 'reference',
  12: 'total',
}
const tooManyPending = '1'
const notThere = '20'
/** The draft expired before anything was certified: a new one is made. */
const gone: FiscalResult = { kind: 'retry', why: 'answer', message: 'le brouillon a expiré', soon: true }
const gatewayFaults = new Set([502, 503, 504])
/** Before this much of a draft’s life is over it is confirmed; afterwards a new one is made. */
const safetyMs = 10_000
/** A draft this young by our clock is confirmed without asking whether it still stands. */
const youngMs = 60_000

type Answer =
  | { kind: 'said'; code: string | null; message: string; body: Record<string, unknown> }
  /** `mayHaveWorked`: the call left, and what came back does not say that it did nothing. */
  | { kind: 'trouble'; result: Extract<FiscalResult, { kind: 'retry' }>; mayHaveWorked: boolean }

/**
 * Platforms of two steps (Bénin, RDC): a draft, whose totals are compared with ours, then its confirmation. No call
 * reads a confirmed invoice: a confirmation without an answer is asked again, and one that is « gone » after that is
 * uncertain.
 */
export function emcfFamily(profile: FiscalProfile, seller: FiscalSeller, ask: Ask): FiscalFamilyPort {
  const { invoice: invoiceUrl, info: infoUrl } = seller.addresses
  const call = async (step: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Outcome> =>
    ask({ step, method, url: `${invoiceUrl}${path}`, token: seller.token, body })

  async function certify(job: FiscalJob): Promise<FiscalResult> {
    const { progress } = job
    if (progress?.step === 'confirming') return confirm(job, progress, progress.maybe)
    if (progress?.step === 'drafted') {
      const age = isYoung(progress) ? { kind: 'known' as const, isAlive: true } : await ageOf(progress)
      if (age.kind === 'trouble') return age.result
      const result = age.isAlive ? await confirm(job, progress, 0) : gone
      if (result !== gone) return result
    }
    const made = await draft(job)
    return 'kind' in made ? made : confirm(job, made, 0)
  }

  /** Makes a draft and saves it when its totals are ours. */
  async function draft(job: FiscalJob): Promise<FiscalResult | Drafted> {
    const { keep } = job
    await keep({ step: 'drafting' })
    const answer = answerOf(
      await call('draft', 'POST', '', requestOf(job, profile, seller.taxId)),
      // Without its totals nothing can be compared, and nothing is confirmed.
      (body) => typeof body.uid === 'string' && typeof body.total === 'number',
    )
    // A draft that nobody heard of expires by itself.
    if (answer.kind === 'trouble') return answer.result
    if (answer.code !== null) return refused(answer.code, answer.message)
    const ours = fiscalTotals(job.document, profile.rounding)
    const { uid, total, vtotal } = answer.body
    const drafted: Drafted = {
      uid: String(uid),
      draftedAtMs: Date.now(),
      ...(profile.confirmSendsTotals && vtotal !== undefined ? { totals: { total, vtotal } } : {}),
    }
    const differing = differences(ours, answer.body)
    if (differing.length > 0) {
      await call('cancel', 'PUT', `${drafted.uid}/${profile.gestures.cancel}`)
      await keep(null)
      return { kind: 'rejected', fields: differing }
    }
    // A draft that is saved is confirmed by whoever reads it.
    await keep({ step: 'drafted', ...drafted })
    return drafted
  }

  async function prepare(job: FiscalJob): Promise<FiscalResult | null> {
    const made = await draft(job)
    return 'kind' in made ? made : null
  }

  /** Whether a draft that was not confirmed still stands, by the list of the platform itself. */
  async function ageOf({
    uid,
  }: Drafted): Promise<{ kind: 'known'; isAlive: boolean } | Extract<Answer, { kind: 'trouble' }>> {
    const answer = answerOf(await call('status', 'GET', ''), (body) => 'pendingRequestsCount' in body)
    if (answer.kind === 'trouble') return answer
    const pending = Array.isArray(answer.body.pendingRequestsList) ? answer.body.pendingRequestsList : []
    const mine = pending.find((each: { uid?: unknown }) => each?.uid === uid) as { date?: string } | undefined
    const serverMs = Date.parse(String(answer.body.serverDateTime))
    const madeMs = Date.parse(String(mine?.date))
    const isOld = serverMs - madeMs > profile.draftLivesMs - safetyMs
    return { kind: 'known', isAlive: mine !== undefined && !isOld }
  }

  async function confirm(
    job: FiscalJob,
    { uid, draftedAtMs, totals: told }: Drafted,
    maybe: number,
  ): Promise<FiscalResult> {
    const drafted: Drafted = { uid, draftedAtMs, ...(told && { totals: told }) }
    await job.keep({ step: 'confirming', ...drafted, maybe: maybe + 1 })
    const { total, groups } = fiscalTotals(job.document, profile.rounding)
    const totals = profile.confirmSendsTotals
      ? (told ?? { total, vtotal: groups.reduce((sum, { tax }) => sum + tax, 0) })
      : undefined
    const outcome = await call('confirm', 'PUT', `${uid}/${profile.gestures.confirm}`, totals)
    const answer = answerOf(outcome, (body) => typeof body.qrCode === 'string' && body.qrCode !== '')
    if (answer.kind === 'said' && answer.code === null)
      return { kind: 'certified', elements: elementsOf(answer.body, profile) }
    if (answer.kind === 'said' && answer.code === notThere) {
      if (maybe > 0)
        return {
          kind: 'uncertain',
          evidence: {
            uid,
            draftedAt: new Date(draftedAtMs).toISOString(),
            total,
            confirmations: maybe + 1,
            answer: answer.message,
          },
        }
      // Nobody confirmed it before this call: it expired, and nothing was certified.
      await job.keep(null)
      return gone
    }
    if (answer.kind === 'trouble' && !answer.mayHaveWorked && maybe === 0)
      await job.keep({ step: 'drafted', ...drafted })
    if (answer.kind === 'trouble') return answer.result
    return { kind: 'retry', why: 'busy', message: answer.message, soon: false }
  }

  async function status(): Promise<FiscalStatus> {
    const outcome = await ask({
      step: 'status',
      method: 'GET',
      url: infoUrl ? `${infoUrl}status` : invoiceUrl,
      token: seller.token,
    })
    if (outcome.kind !== 'answered') return { kind: 'unreachable', message: outcome.why }
    if (outcome.status === 401) return { kind: 'refused', message: outcome.text.slice(0, 300) }
    const body = outcome.json
    if (outcome.status >= 400 || !body || !('nim' in body))
      return { kind: 'unreachable', message: outcome.text.slice(0, 300) }
    return {
      kind: 'known',
      taxId: textOf(body.ifu ?? body.nif) || null,
      nim: textOf(body.nim) || null,
      expiresAt: textOf(body.tokenValid) || null,
      serverAt: textOf(body.serverDateTime) || null,
      pending: Number(body.pendingRequestsCount ?? 0),
    }
  }

  return { certify, prepare, status, facts: () => factsOf(seller, ask) }
}

function isYoung({ draftedAtMs }: Drafted): boolean {
  const age = Date.now() - draftedAtMs
  return age >= 0 && age < youngMs
}

/** Rates and types as the platform lists them; null where it lists none. */
async function factsOf({ addresses: { info: infoUrl }, token }: FiscalSeller, ask: Ask): Promise<PlatformFacts | null> {
  if (!infoUrl) return null
  const read = async (path: string): Promise<unknown> => {
    const outcome = await ask({ step: path, method: 'GET', url: `${infoUrl}${path}`, token })
    return outcome.kind === 'answered' && outcome.status < 400 ? jsonOf(outcome.text) : null
  }
  return {
    rates: ratesOf(await read('taxGroups')),
    invoiceTypes: typesOf(await read('invoiceTypes')),
    paymentTypes: typesOf(await read('paymentTypes')),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Percents as hundredths of a percent, by lower-case code; anything that is no number says nothing. */
function ratesOf(told: unknown): PlatformFacts['rates'] {
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return null
  return Object.fromEntries(
    Object.entries(told).flatMap(([code, rate]) =>
      typeof rate === 'number' ? [[code.toLowerCase(), Math.round(rate * 100)]] : [],
    ),
  )
}

/** The codes of a list; null for a list without any. */
function typesOf(told: unknown): readonly string[] | null {
  if (!Array.isArray(told)) return null
  const types = told.flatMap((each: { type?: unknown } | null) => (typeof each?.type === 'string' ? [each.type] : []))
  return types.length > 0 ? types : null
}

function elementsOf(body: Record<string, unknown>, { codeField }: FiscalProfile): FiscalElements {
  return {
    code: textOf(body[codeField]),
    nim: textOf(body.nim) || null,
    counters: textOf(body.counters) || null,
    at: textOf(body.dateTime),
    qr: textOf(body.qrCode),
  }
}

/** The least that is accepted, and nothing unknown: a field too many was answered with an error on a credit note. */
function requestOf(
  { document, original, number }: FiscalJob,
  profile: FiscalProfile,
  taxId: string,
): Record<string, unknown> {
  const { client, aib } = document
  const clientOf = client && {
    ...(client.taxId ? { ifu: client.taxId } : {}),
    ...(client.name ? { name: client.name } : {}),
    ...(client.contact ? { contact: client.contact } : {}),
    ...(client.address ? { address: client.address } : {}),
  }
  return {
    [profile.seller.field]: taxId,
    ...(profile.confirmSendsTotals ? { rn: number, mode: 'ttc' } : {}),
    type: kindOf(document, profile),
    items: document.lines.map((line) => itemOf(line, profile)),
    ...(clientOf && Object.keys(clientOf).length > 0 ? { client: clientOf } : {}),
    operator: { name: document.operator },
    payment: document.payments.map(({ means, amount }) => ({ name: profile.meansCodes[means], amount })),
    ...(aib ? { aib } : {}),
    ...(document.kind === 'credit' ? { reference: (original?.code ?? '').replaceAll('-', '') } : {}),
  }
}

/** The code of the kind of a document. */
function kindOf({ kind, isExport }: FiscalDocument, { kindCodes }: FiscalProfile): string {
  return (isExport ? kindCodes[kind === 'sale' ? 'exportSale' : 'exportCredit'] : null) ?? kindCodes[kind]
}

function itemOf(line: FiscalLine, { groupCodes }: FiscalProfile): Record<string, unknown> {
  return {
    name: line.label,
    price: line.price,
    quantity: line.quantity,
    taxGroup: groupCodes[line.group],
    ...(line.specificTax ? { taxSpecific: line.specificTax } : {}),
    ...(line.originalPrice === undefined
      ? {}
      : { originalPrice: line.originalPrice, priceModification: line.priceModification }),
  }
}

/** Each sum that the platform computed otherwise than we did. */
function differences(ours: FiscalTotals, body: Record<string, unknown>): { field: string; message: string }[] {
  const expected: [string, number][] = [
    ['total', ours.total],
    ...ours.groups.map(({ group, total }): [string, number] => [`ta${group.toLowerCase()}`, total]),
  ]
  return expected.flatMap(([field, amount]) =>
    body[field] === undefined || Number(body[field]) === amount
      ? []
      : [{ field, message: `${amount} ici, ${textOf(body[field])} sur la plateforme` }],
  )
}

/** « 0 » and null both mean no error; the code is a text. */
function codeOf(body: Record<string, unknown>): string | null {
  const code = textOf(body.errorCode)
  return code === '' || code === '0' ? null : code
}

function refused(code: string, message: string): FiscalResult {
  const field = rejections[code]
  if (field) return { kind: 'rejected', fields: [{ field, message }] }
  // The annex has no code for the number of a client, which the platform checks all the same.
  if (/\b(ifu|nif)\b.*client|client.*\b(ifu|nif)\b/i.test(message))
    return { kind: 'rejected', fields: [{ field: 'client.ifu', message }] }
  return code === tooManyPending
    ? { kind: 'retry', why: 'full', message, soon: true }
    : { kind: 'retry', why: 'busy', message, soon: false }
}

function answerOf(outcome: Outcome, isAnswer: (body: Record<string, unknown>) => boolean): Answer {
  const trouble = (why: 'unreachable' | 'token' | 'answer', message: string, mayHaveWorked: boolean): Answer => ({
    kind: 'trouble',
    result: { kind: 'retry', why, message: message.slice(0, 300), soon: false },
    mayHaveWorked,
  })
  if (outcome.kind !== 'answered') return trouble('unreachable', outcome.why, outcome.kind === 'unanswered')
  const { status, json, text } = outcome
  if (status === 401 || status === 403) return trouble('token', text, false)
  const code = json && codeOf(json)
  if (json && code) return { kind: 'said', code, message: textOf(json.errorDesc) || code, body: json }
  if (json && status < 400 && isAnswer(json)) return { kind: 'said', code: null, message: '', body: json }
  // A page, or a gateway that says so itself: nobody read the document.
  const why = gatewayFaults.has(status) || (!json && text.trim() !== '') ? 'unreachable' : 'answer'
  return trouble(why, text || `${status}`, true)
}
