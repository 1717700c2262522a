import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { NewSale } from '#shared/contract/sales.ts'
import { sql } from 'kysely'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import type { Chance } from './chance.ts'
import type { FiscalShop } from './fiscal-shop.ts'

/** What a till did and was told to be done: a document is due for each. */
export type FiscalAct = { kind: 'sale' | 'return' | 'cancellation'; saleId: string; id: string }

/** Tills that send each act until a server has answered to it. */
export function fiscalTill({ shop, database, urls }: FiscalShop) {
  const done: FiscalAct[] = []
  /** Sales that nothing was undone of. */
  const whole: NewSale[] = []

  /** Sends until an answer comes; a server that was killed is another one then. */
  async function send(path: string, token: string, body: unknown, number: number): Promise<boolean> {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      try {
        const reply = await fetch(`${urls()[(number + attempt) % urls().length]!}/api${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        await reply.text()
        if (reply.status < 300) return true
        if (reply.status < 500) return false
      } catch {
        // The server was killed: the same act goes to the other one.
      }
      await pause(25)
    }
    throw new Error(`${path} had no answer`)
  }

  /** Undoes a sale, often one that was certified meanwhile. */
  const undo = async (number: number, chance: Chance): Promise<void> => {
    const [sale] = whole.splice(chance.between(Math.max(0, whole.length - 60), whole.length - 1), 1)
    if (!sale) return
    if (chance.isTrue(0.5)) {
      const body = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
      if (await send(`/sales/${sale.id}/returns`, shop.pharmacien.token, body, number))
        done.push({ kind: 'return', saleId: sale.id, id: body.id })
      return
    }
    const body = aCancellation(shop)
    if (await send(`/sales/${sale.id}/cancel`, shop.pharmacien.token, body, number))
      done.push({ kind: 'cancellation', saleId: sale.id, id: body.id })
  }

  return {
    acts: (): readonly FiscalAct[] => done,
    async sell(till: number, count: number, chance: Chance): Promise<void> {
      const lines = [lineOf(shop, 0, chance.between(1, 3)), lineOf(shop, 1, chance.between(1, 2))]
      const sale = aSale(shop, {
        id: randomUUID(),
        identifier: `K${till + 1}-${count}`,
        lines: chance.isTrue(0.5) ? lines : lines.slice(0, 1),
      })
      if (!(await send('/sales', shop.vendeur.token, sale, till))) throw new Error(`${sale.identifier} was refused`)
      done.push({ kind: 'sale', saleId: sale.id, id: sale.id })
      whole.push(sale)
      if (chance.isTrue(0.15)) await undo(till, chance)
    },
    /** What waits is tried again now, as a member asks for it. */
    async askAgain(): Promise<void> {
      const { rows } = await database.platform((tx) =>
        sql<{ id: string }>`select id from fiscal_documents where pharmacy_id = ${shop.id} and state = 'waiting'
          limit 1`.execute(tx),
      )
      if (rows[0]) await send(`/fiscal-documents/${rows[0].id}/retry`, shop.titulaire.token, {}, 0).catch(() => false)
    },
    /** Until nothing waits but credit notes of what nobody knows or was refused. */
    async untilNothingIsDue(): Promise<void> {
      const started = Date.now()
      for (;;) {
        const { rows } = await database.platform((tx) =>
          sql<{ count: number }>`select count(*)::int as count from fiscal_documents
            where pharmacy_id = ${shop.id} and next_at is not null`.execute(tx),
        )
        if (rows[0]!.count === 0) return
        // A lease of a killed server is over after two minutes.
        if (Date.now() - started > 600_000) throw new Error(`${rows[0]!.count} documents still wait`)
        await this.askAgain()
        await pause(500)
      }
    },
  }
}
