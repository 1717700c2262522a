import { registerAfter, registerIn } from '#shared/store/register/own-register.ts'
import { tillCounts } from '#shared/store/register/till-counts.ts'
import { tillGestures } from '#shared/store/register/till-gestures.ts'
import { unsentActs, waitingIn, waitingOf } from '#shared/store/register/waiting-in-register.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'

/**
 * The part of the sales database that opens, changes, counts and closes registers. Each operation writes its outbox row
 * in the same strict transaction.
 */
export function registerStore(database: SalesDatabase) {
  const { read, write } = database
  return {
    ...tillGestures(database),
    ...tillCounts(database),

    /** The register in which this terminal records the sales of the user; created when there is none. */
    async registerOf(userId: string): Promise<OpenRegister> {
      return (await read((handle) => handle.get('registers', userId))) ?? write((tx) => registerIn(tx, userId))
    },

    /**
     * The server no longer accepts sales in this register: returns another register of the user, created when there is
     * none here.
     */
    passOverClosed(userId: string, closedId: string): Promise<OpenRegister> {
      return write((tx) => registerAfter(tx, userId, closedId))
    },

    /** Whether an operation on this register still waits for the server's answer. */
    async isWaitedFor(registerId: string): Promise<boolean> {
      return waitingOf(await read((handle) => handle.getAll('outbox')), registerId).length > 0
    },

    /**
     * The register was closed or handed over elsewhere: deletes it here, unless an operation on it still waits for an
     * answer.
     */
    leaveRegister(userId: string, registerId: string): Promise<void> {
      return write(async (tx) => {
        const own = await tx.objectStore('registers').get(userId)
        if (own?.id !== registerId || (await waitingIn(tx, registerId)).length > 0) return
        await tx.objectStore('registers').delete(userId)
      })
    },

    /**
     * Adopts the user's open register from the server. Does nothing when a closing or handover of it waits here to be
     * sent, or when the user has another register here with waiting operations. If the server says that the other
     * register, `leftId`, was left, only a waiting opening or handover keeps it.
     */
    adoptRegister(known: Pick<OpenRegister, 'userId' | 'id' | 'openedAt' | 'float'>, leftId?: string): Promise<void> {
      return write(async (tx) => {
        const [own, acts] = [await tx.objectStore('registers').get(known.userId), await unsentActs(tx)]
        const isLeft = acts.some(
          (act) => (act.act === 'close' || act.act === 'hand-over') && act.registerId === known.id,
        )
        const waiting = own && own.id !== known.id ? await waitingIn(tx, own.id) : []
        // Its opening or takeover is not sent yet, so the server's information is older.
        const isKept =
          own?.id === leftId
            ? waiting.some(({ identifier }) => identifier === 'open' || identifier === 'hand-over')
            : waiting.length > 0
        if (isLeft || isKept) return
        const kept = own?.id === known.id ? { ...known, ...own } : known
        await tx.objectStore('registers').put({ ...kept, openedAt: known.openedAt, isDated: true })
      })
    },
  }
}
