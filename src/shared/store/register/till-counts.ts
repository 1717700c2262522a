import type { NewSaleOpening } from '#shared/contract/cash-registers.ts'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { sortUnsent, type Count, type Unsent } from '#shared/domain/register/closing.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import type { FoundGap } from '#shared/domain/register/till-ledger.ts'
import { enqueueAct, madeHere, stamp } from '#shared/store/register/enqueue-act.ts'
import { RegisterConflict } from '#shared/store/register/register-conflict.ts'
import { unsentInRegister } from '#shared/store/register/unsent-in-register.ts'
import { waitingIn } from '#shared/store/register/waiting-in-register.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OpenRegister, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** A closing. `passedOver`: the unfinished items that it leaves. `passingOver`: the right to leave them, if it was lent. */
export type EndedRegister = CountedRegister & { passedOver: readonly string[]; passingOver?: Grant | undefined }

/** A count and its register. */
export type CountedRegister = {
  registerId: string
  count: Count
  comment: string | null
  /** The right that another member lent to count and close this register. */
  grant?: Grant | undefined
}
/**
 * A count at a handover. `countedAt`: end of the count, a UTC instant; later sales belong to the receiver. `found`: the
 * differences of the count. `taking`: the code of the receiver, and the count of who gives if the receiver counted himself.
 */
export type HandedOver = CountedRegister & {
  countedAt: string
  receivedBy: string
  found: readonly FoundGap[]
  taking: Taking
}
export type Taking = { grant: Grant; given: (Count & { at: string }) | null; remark: string | null }

/** Counts, hands over and closes registers. Each operation writes its outbox row in the same transaction. */
export function tillCounts({ write }: SalesDatabase) {
  const change = <Result>(
    registerId: string,
    work: (tx: SalesTx, register: OpenRegister) => Promise<Result>,
  ): Promise<Result> =>
    write(async (tx) => {
      // A register may be closed by another member than its holder.
      const register = (await tx.objectStore('registers').getAll()).find(({ id }) => id === registerId)
      if (!register) throw new RegisterConflict('gone')
      return work(tx, register)
    })

  return {
    /** Notes that a sale of a drawer that is not counted was opened, while the server does not answer. */
    noteOpenedSale(opening: NewSaleOpening & { saleId: string }): Promise<void> {
      return write((tx) => enqueueAct(tx, { act: 'open-sale', ...opening }))
    },

    /** Stores the entries of a count until it is recorded. */
    keepDraft(userId: string, draft: NonNullable<OpenRegister['draft']>): Promise<void> {
      return write(async (tx) => {
        const register = await tx.objectStore('registers').get(userId)
        if (!register) return
        await tx.objectStore('registers').put({ ...register, draft })
      })
    },

    /**
     * Records a count before the expected amounts are shown, and deletes its draft. Throws `RegisterConflict` when the
     * register is gone.
     */
    putDownCount(
      { registerId, count, reason = null, grant }: Omit<CountedRegister, 'comment'> & { reason?: string | null },
      facts: NotingFacts,
    ): Promise<OpenRegister> {
      return change(registerId, async (tx, register) => {
        const [id, at] = stamp()
        const { draft: _, ...bare } = register
        const counted = { ...bare, counts: [...(register.counts ?? []), { ...count, at, reason }] }
        await tx.objectStore('registers').put(counted)
        await enqueueAct(tx, {
          act: 'count',
          ...madeHere(facts, id),
          registerId,
          ...sentCount(count),
          countedAt: at,
          comment: null,
          reason,
          ...(grant && { grant }),
        })
        return counted
      })
    },

    /**
     * Hands the register over with its count. Throws `RegisterConflict` when it is gone or the receiver has another
     * one.
     */
    handOver(
      { registerId, count, countedAt, comment, receivedBy, found, taking, grant }: HandedOver,
      facts: NotingFacts,
    ): Promise<void> {
      return change(registerId, async (tx, register) => {
        const other = await tx.objectStore('registers').get(receivedBy)
        if (other && other.id !== registerId) throw new RegisterConflict('taken')
        const [id] = stamp()
        const { counts: _, draft: __, refusedTries: ___, ...left } = register
        await tx.objectStore('registers').delete(register.userId)
        await tx.objectStore('registers').put({
          ...left,
          userId: receivedBy,
          float: left.float ?? 0,
          found: [...(left.found ?? []), ...found.map((gap) => ({ ...gap, countId: id }))],
          received: {
            from: facts.sellerId,
            at: countedAt,
            taken: totalOf(count),
            given: taking.given && totalOf(taking.given),
          },
        })
        // The server compares the count with what it has then, so earlier operations must be sent first.
        const after = (await waitingIn(tx, registerId)).map((named) => named.id)
        await enqueueAct(
          tx,
          {
            act: 'hand-over',
            ...madeHere(facts, id),
            registerId,
            ...sentCount(count),
            countedAt,
            comment,
            receivedBy,
            taking: {
              grant: taking.grant,
              given: taking.given && { ...sentCount(taking.given), countedAt: taking.given.at },
              remark: taking.remark,
            },
            ...(grant && { grant }),
          },
          after,
        )
      })
    },

    /**
     * Closes the register: sends the count with the rows that it waits for and those that it passes over. Open or
     * refused items missing in `passedOver` block it. Returns the closing as it is sent. Throws `RegisterConflict`.
     */
    closeTill(
      { registerId, count, comment, passedOver, grant, passingOver }: EndedRegister,
      facts: NotingFacts,
    ): Promise<NewClosing> {
      return change(registerId, async (tx, register) => {
        const { open, refused } = sortUnsent(
          unsentInRegister(await tx.objectStore('sales').getAll(), await tx.objectStore('outbox').getAll(), register),
        )
        const unfinished = [...open.map(leftAs('open')), ...refused.map(leftAs('refused'))]
        if (unfinished.some(({ id }) => !passedOver.includes(id))) throw new RegisterConflict('unfinished')
        const [id, at] = stamp()
        const awaits = await waitingIn(tx, registerId)
        await tx.objectStore('registers').delete(register.userId)
        await tx.objectStore('meta').put({ denominations: count.denominations, countedAt: at }, 'lastCount')
        const closing = { ...madeHere(facts, id), ...sentCount(count), countedAt: at, comment, awaits, unfinished }
        await enqueueAct(tx, {
          act: 'close',
          registerId,
          ...closing,
          ...(grant && { grant }),
          ...(passingOver && { passingOver }),
        })
        return closing
      })
    },
  }
}

function leftAs(state: NewClosing['unfinished'][number]['state']) {
  return ({ id, identifier, total }: Unsent) => ({ id, identifier, total, state })
}

function totalOf({ denominations, others }: Count): number {
  return countedTotal(denominations) + others.reduce((sum, { counted }) => sum + counted, 0)
}

function sentCount({ denominations, others }: Count) {
  return { denominations: denominations.filter(({ count }) => count > 0), others: others.map((row) => ({ ...row })) }
}
