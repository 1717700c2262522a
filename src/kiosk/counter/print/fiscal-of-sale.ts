import { atom, type Getter, type Setter } from 'jotai'
import { call } from '#shared/client/call.ts'
import { fiscalDocuments, type FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import { fiscalProfile, getsDocument } from '#shared/domain/fiscal/profiles.ts'
import { certifiedOf, type PaperFiscal } from '#shared/domain/fiscal/paper-document.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** In ms. The customer of a sale that was just ended waits so long for the code, at most. */
const codeWaitMs = 8_000
/** In ms. The same after a customer waited in vain, until a code comes again: the platform may be down for hours. */
const shortWaitMs = 1_500
const hasWaitedInVainAtom = atom(false)
/** The papers that wait for their code: asked for again, they are not printed twice. */
export const awaitingPapersAtom = atom<ReadonlySet<string>>(new Set<string>())
const askAgainMs = 400
const answerMs = 5_000

type AskedSale = {
  /** « ticket » with the id of its sale. */
  paper: string
  saleId: string
  soldAt: string
  /** The server has the sale: it answered with it, or the sale has a number. */
  isAccepted: boolean
  /** The customer asked for an invoice; counts where they are made on request. */
  isInvoiced?: boolean | undefined
  isReprint: boolean
  /** Whether a certifying counter waits for its code; a printed copy does not. */
  mayWait?: boolean
  pick: (documents: readonly FiscalDocumentOfSale[]) => FiscalDocumentOfSale | null
}

/**
 * The document of the fiscal platform for a paper, with whether an earlier paper has shown its code. A ticket of a sale
 * that was just ended waits for the code while the server answers. Nothing is asked in a country without a platform.
 * Null: the same paper waits already.
 */
export async function fiscalOfSale(
  get: Getter,
  set: Setter,
  pharmacy: Pharmacy,
  asked: AskedSale,
): Promise<{ fiscal: PaperFiscal; isReprint: boolean } | null> {
  const { paper } = asked
  if (get(awaitingPapersAtom).has(paper)) return null
  set(awaitingPapersAtom, (papers) => new Set([...papers, paper]))
  const fiscal = await documentOfSale(get, set, pharmacy, asked).finally(() =>
    set(awaitingPapersAtom, (papers) => new Set([...papers].filter((each) => each !== paper))),
  )
  const certified = certifiedOf(fiscal)
  return { fiscal, isReprint: certified ? await isDuplicate(certified, asked.isReprint) : asked.isReprint }
}

/** What a screen says while a paper waits. */
export const awaitingWords = 'Le ticket attend le code de la facture…'

/** Whether a ticket that is asked for now may wait for its code. */
export function waitsForCode(pharmacy: Pharmacy, sale: Pick<AskedSale, 'isInvoiced'>): boolean {
  return isCertified(pharmacy, sale) && Boolean(pharmacy.fiscalTokenSetAt)
}

/** Whether the sale gets a document by itself. */
function isCertified({ country, settings }: Pharmacy, { isInvoiced = false }: Pick<AskedSale, 'isInvoiced'>): boolean {
  return getsDocument(fiscalProfile(country.fiscalPlatform), settings.fiscalInvoices, isInvoiced)
}

async function documentOfSale(get: Getter, set: Setter, pharmacy: Pharmacy, asked: AskedSale): Promise<PaperFiscal> {
  const { saleId, soldAt, isReprint, mayWait = !isReprint, pick } = asked
  if (pharmacy.country.fiscalPlatform === 'none') return null
  // Sales from before the pharmacy certified, and those whose customer asked for none, have no document.
  const isSince = mayWait || soldAt >= (pharmacy.fiscalTokenSetAt ?? '9999')
  const unread = isSince && isCertified(pharmacy, asked) ? 'awaited' : null
  const isWaiting = mayWait && waitsForCode(pharmacy, asked)
  const endsAt = performance.now() + (isWaiting ? (get(hasWaitedInVainAtom) ? shortWaitMs : codeWaitMs) : 0)
  for (;;) {
    if (get(connectivityAtom).state === 'offline') return unread
    const isAccepted = asked.isAccepted || get(snapshotAtom).acknowledged.some(({ id }) => id === saleId)
    const documents = isAccepted ? await read(saleId) : null
    const found = documents && pick(documents)
    const isOver = performance.now() >= endsAt
    if (isWaiting && (isOver || certifiedOf(found))) set(hasWaitedInVainAtom, certifiedOf(found) === null)
    if (documents && (isOver || found?.state !== 'waiting')) return found
    if (isOver) return unread
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

async function read(saleId: string): Promise<readonly FiscalDocumentOfSale[] | null> {
  return call(fiscalDocuments.ofSale, { params: { id: saleId } }, { timeoutMs: answerMs }).catch(() => null)
}

/** Counts this paper. A lost answer leaves the count that was read. */
async function isDuplicate({ id, prints }: { id: string; prints: number }, isReprint: boolean): Promise<boolean> {
  const counted = await call(fiscalDocuments.printed, { params: { id } }, { timeoutMs: answerMs }).catch(() => null)
  return counted ? counted.before > 0 : isReprint || prints > 0
}
