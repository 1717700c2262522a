import { randomInt, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { openTraps, type Traps } from './traps.ts'

export type SignedInvoice = { id: string; reference: string; total: number; refunded: number }
export type FneSimulator = {
  url: string
  /** The key of the company that the simulator knows. */
  key: string
  traps: Traps
  signed: () => readonly SignedInvoice[]
  /** Unsigned invoices that a failure left in the account. */
  drafts: () => number
  close: () => Promise<void>
}

type Item = { description?: unknown; quantity?: unknown; amount?: unknown; taxes?: unknown }
type Invoice = { items?: Item[]; clientCompanyName?: unknown; clientPhone?: unknown; clientEmail?: unknown } & Record<
  string,
  unknown
>

const rates: Readonly<Record<string, number>> = { TVA: 0.18, TVAB: 0.09, TVAC: 0, TVAD: 0, TVAE: 0 }
/** What the account knows; anything else is refused. */
const pointsOfSale = ['Caisse 1', 'Caisse 2']
const establishment = 'Pharmacie'

/** The platform FNE of Côte d’Ivoire: one call signs. A failure of 500 leaves an unsigned invoice in the account. */
export async function openFneSimulator({ port = 0, stickers = 5000 } = {}): Promise<FneSimulator> {
  const key = `fne-${randomUUID()}`
  const { stampDuty } = fiscalProfile('fne')
  const invoices = new Map<string, SignedInvoice & { items: Map<string, { quantity: number; price: number }> }>()
  let left = stickers
  let drafts = 0
  // Not from 0: a simulator that starts again gives no reference a second time.
  let counter = randomInt(900_000_000)
  const app = fastify()
  const traps = openTraps(app)

  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/traps') return
    if (request.headers.authorization !== `Bearer ${key}`) return reply.code(401).send({ message: 'Unauthorized' })
  })

  app.post('/external/invoices/sign', async (request, reply) => {
    const invoice = (request.body ?? {}) as Invoice
    const errors = faultsOf(invoice)
    if (Object.keys(errors).length > 0) return reply.code(422).send({ message: 'Bad request', errors })
    if (left === 0 || traps.of(request) === 'error-500') {
      drafts += 1
      return reply.code(500).send({ message: 'invoice_signing_error' })
    }
    left -= 1
    counter += 1
    const items = new Map(
      invoice.items!.map((item) => {
        const rate = rates[(item.taxes as string[])[0]!]!
        return [
          randomUUID() as string,
          { quantity: Number(item.quantity), price: Number(item.amount) * (1 + rate) },
        ] as const
      }),
    )
    const gross = [...items.values()].reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const total = Math.round(gross) + (traps.of(request) === 'off-by-one' ? 1 : 0)
    const id = randomUUID()
    const reference = `A${'1234567X'}26${String(counter).padStart(9, '0')}`
    invoices.set(id, { id, reference, total, refunded: 0, items })
    return {
      ncc: '1234567X',
      reference,
      token: `http://127.0.0.1/verification/${id}`,
      warning: left < 20,
      balance_sticker: left,
      invoice: {
        id,
        token: id,
        totalAfterTaxes: total,
        fiscalStamp: invoice.paymentMethod === 'cash' ? stampDuty : 0,
        items: [...items.keys()].map((itemId, place) => ({
          id: itemId,
          description: invoice.items![place]!.description,
          quantity: invoice.items![place]!.quantity,
        })),
      },
    }
  })

  app.post<{ Params: { id: string }; Body: { items?: { id: string; quantity: number }[] } }>(
    '/external/invoices/:id/refund',
    async (request, reply) => {
      const invoice = invoices.get(request.params.id)
      if (!invoice) return reply.code(400).send({ message: 'Invoice not found' })
      const asked = request.body?.items ?? []
      const known = asked.map(({ id, quantity }) => ({ quantity, item: invoice.items.get(id) }))
      if (known.length === 0 || known.some(({ item, quantity }) => !item || quantity > item.quantity))
        return reply.code(400).send({ message: 'Quantité à retourner non valide' })
      if (traps.of(request) === 'error-500') return reply.code(500).send({ message: 'invoice_signing_error' })
      for (const { item, quantity } of known) item!.quantity -= quantity
      invoice.refunded += Math.round(known.reduce((sum, { item, quantity }) => sum + item!.price * quantity, 0))
      counter += 1
      left -= 1
      return reply.code(201).send({
        ncc: '1234567X',
        reference: `A${'1234567X'}26${String(counter).padStart(9, '0')}`,
        token: `http://127.0.0.1/verification/${randomUUID()}`,
        warning: left < 20,
        balance_sticker: left,
      })
    },
  )

  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    key,
    traps,
    signed: () => [...invoices.values()],
    drafts: () => drafts,
    close: () => app.close(),
  }
}

function faultsOf({ items = [], ...invoice }: Invoice): Record<string, string> {
  const missing = ['clientCompanyName', 'clientPhone', 'clientEmail', 'paymentMethod', 'template'].filter(
    (field) => typeof invoice[field] !== 'string' || invoice[field] === '',
  )
  return {
    ...Object.fromEntries(missing.map((field) => [field, `${field} is required`])),
    ...(pointsOfSale.includes(String(invoice.pointOfSale)) ? {} : { pointOfSale: 'Point of sale is invalid' }),
    ...(invoice.establishment === establishment ? {} : { establishment: 'Establishment is invalid' }),
    ...(items.length === 0 ? { items: 'items is required' } : {}),
    ...(items.some(({ taxes }) => !Array.isArray(taxes) || taxes.length !== 1 || !(String(taxes[0]) in rates))
      ? { taxes: 'exactly one tax per item' }
      : {}),
  }
}
