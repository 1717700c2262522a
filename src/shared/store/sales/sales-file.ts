import * as z from 'zod'
import { isEmptySale } from '#shared/domain/local-sale.ts'
import { fromBase64, toBase64 } from '#shared/store/tools/base64.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { sha256 } from '#shared/store/tools/sha-256.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'
import { localSaleOf, type StoredSale } from '#shared/store/sales/stored-sale.ts'
import type { TakenIn, UnsentWork } from '#shared/store/outbox/unsent-store.ts'

const kind = 'officine-ventes'
const version = 2
const notice =
  'Ventes d’un poste Officine que le serveur n’avait pas. ' +
  'Ce fichier contient des noms de patients : ne le confiez qu’à la pharmacie ou à l’assistance. ' +
  'Pour le reprendre : sur un autre poste de la même pharmacie, « Santé du poste », ' +
  'puis « Importer un fichier de ventes ». ' +
  'Ne le modifiez pas.'

/** One pharmacy's part of a file; `name` is null when the terminal never learnt it. */
export type PharmacyWork = { id: string; name: string | null; work: UnsentWork }
/** All unsent content of one terminal. `unreadable`: ids of pharmacies whose database could not be read. */
export type SalesFile = {
  terminalCode: string
  madeAt: string
  pharmacies: readonly PharmacyWork[]
  unreadable: readonly string[]
}

// The contract validated the payloads when they were frozen, and the checksum proves that they are unchanged, so only
// the outer structure is checked.
const saleFields = z.looseObject({
  id: z.uuid(),
  identifier: z.string(),
  status: z.enum(['LOCAL', 'ONGOING', 'SUBMITTING', 'ERROR']),
  revision: z.int(),
  records: z.array(z.unknown()),
  vouchers: z.array(z.unknown()),
  payments: z.array(z.unknown()),
  errors: z.array(z.unknown()),
})
// A file of version 1 calls the field `version`.
const anySale = z.union([saleFields.extend({ editCount: z.int() }), saleFields.extend({ version: z.int() })])
const anyRow = z.looseObject({
  saleId: z.uuid(),
  seq: z.int(),
  revision: z.int(),
  payload: z.string(),
  hash: z.string(),
  sessionId: z.string(),
})
const anyPatient = z.looseObject({
  id: z.uuid(),
  status: z.enum(['SUBMITTING', 'ERROR']),
  patient: z.looseObject({ revision: z.int() }),
  payload: z.string(),
  hash: z.string(),
})
const anyPhoto = z.looseObject({ id: z.uuid(), saleId: z.uuid(), data: z.base64() })
const Written = z.object({
  kind: z.literal(kind),
  version: z.int().positive(),
  notice: z.string(),
  madeAt: z.iso.datetime(),
  terminalCode: z.string(),
  pharmacies: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().nullable(),
      sales: z.array(anySale),
      outbox: z.array(anyRow),
      patients: z.array(anyPatient),
      photos: z.array(anyPhoto),
    }),
  ),
  unreadable: z.array(z.string()),
  checksum: z.string(),
})
type Written = z.infer<typeof Written>

/** The file as text: readable JSON with the SHA-256 of its content. */
export async function writeSalesFile({ terminalCode, madeAt, pharmacies, unreadable }: SalesFile): Promise<string> {
  const content = {
    kind,
    version,
    notice,
    madeAt,
    terminalCode,
    pharmacies: pharmacies.map(({ id, name, work }) => ({
      id,
      name,
      sales: work.sales,
      outbox: work.outbox,
      patients: work.patients,
      photos: work.photos.map(({ bytes, ...photo }) => ({ ...photo, data: toBase64(bytes) })),
    })),
    unreadable,
  }
  return JSON.stringify({ ...content, checksum: sha256(canonicalJson(content)) }, null, 2)
}

/** `foreign`: not made by this software. `newer`: made by a later version. `damaged`: changed or cut since. */
export type ReadSalesFile = { is: 'whole'; file: SalesFile } | { is: 'foreign' | 'newer' | 'damaged' }

/** Reads a file made by `writeSalesFile`. Never throws. */
export async function readSalesFile(text: string): Promise<ReadSalesFile> {
  const given = jsonOf(text)
  // A truncated file is no valid JSON, but still ours.
  if (given === undefined) return { is: text.includes(`"${kind}"`) ? 'damaged' : 'foreign' }
  const head = z.object({ kind: z.literal(kind), version: z.int() }).safeParse(given)
  if (!head.success) return { is: 'foreign' }
  if (head.data.version > version) return { is: 'newer' }
  const { checksum, ...content } = given as { checksum?: unknown }
  if (sha256(canonicalJson(content)) !== checksum) return { is: 'damaged' }
  const written = Written.safeParse(given)
  if (!written.success || !isFrozen(written.data)) return { is: 'damaged' }
  return { is: 'whole', file: fileOf(written.data) }
}

/** `elsewhere`: number of other pharmacies in the file. */
export type TakenFile =
  { kind: 'taken'; taken: TakenIn; elsewhere: number } | { kind: 'other-pharmacy'; names: readonly string[] }

/** Imports the part of this store's pharmacy; the other parts need a terminal of their pharmacy. */
export async function takeSalesFile(store: SalesStore, { pharmacies }: SalesFile): Promise<TakenFile> {
  const own = pharmacies.find(({ id }) => id === store.pharmacyId)
  if (!own) return { kind: 'other-pharmacy', names: pharmacies.flatMap(({ name }) => name ?? []) }
  return { kind: 'taken', taken: await store.takeIn(own.work), elsewhere: pharmacies.length - 1 }
}

/** The work without empty open sales. */
export function worthKeeping({ sales, outbox, patients, photos }: UnsentWork): UnsentWork {
  return { sales: sales.filter((sale) => sale.status === 'SUBMITTING' || !isEmptySale(sale)), outbox, patients, photos }
}

/** Whether there is no content to export. */
export function isNothing({ sales, outbox, patients }: UnsentWork): boolean {
  return sales.length + outbox.length + patients.length === 0
}

/** Checks the hash of each frozen payload. */
function isFrozen({ pharmacies }: Written): boolean {
  const sealed = pharmacies.flatMap(({ outbox, patients }) => [...outbox, ...patients])
  return sealed.every(({ hash, payload }) => hash === sha256(payload))
}

function fileOf({ terminalCode, madeAt, pharmacies, unreadable }: Written): SalesFile {
  return {
    terminalCode,
    madeAt,
    unreadable,
    pharmacies: pharmacies.map(({ id, name, sales, outbox, patients, photos }) => ({
      id,
      name,
      work: {
        sales: (sales as unknown as StoredSale[]).map(localSaleOf),
        outbox: outbox as unknown as OutboxRow[],
        patients: patients as unknown as UnsentWork['patients'],
        photos: photos.map(({ data, ...photo }) => ({
          ...photo,
          bytes: fromBase64(data),
        })) as unknown as UnsentWork['photos'],
      },
    })),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
