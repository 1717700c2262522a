import type { createStore } from 'jotai'
import { call } from '#shared/client/call.ts'
import { cashRegisters, type CashRegister } from '#shared/contract/cash-registers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

/** Every sale of the shop is a hint: who sells all day is asked for now and then. */
const restMs = 5_000

export type FollowedRegister = {
  /** Asks now: another member may stand here. */
  look(): Promise<void>
  /** Something may have become of it: asks now, or when the rest since the last time is over. */
  news(): void
  stop(): void
}

/**
 * Follows what becomes elsewhere of the register of who stands here: closed or handed over there it is let go of, and where none lies in this drawer the one that
 * was opened or taken over at another terminal is gone on with. Never throws; where nobody answers the terminal's own goes on.
 */
export function followRegister(
  store: ReturnType<typeof createStore>,
  salesStore: SalesStore,
  written: () => void,
): FollowedRegister {
  let isOver = false
  const look = async () => {
    const session = store.get(sessionAtom)
    if (!session || session.isOffline || isOver) return
    await followOnce(salesStore, session.userId, written).catch(() => undefined)
  }
  const looks = throttle(look, restMs)
  return {
    look,
    news: looks.call,
    stop() {
      isOver = true
      void looks.flush()
    },
  }
}

async function followOnce(salesStore: SalesStore, userId: string, written: () => void): Promise<void> {
  const { cashRegister } = await call(cashRegisters.current, { query: { userId } })
  const own = await registerHere(salesStore, userId)
  if (own?.id === cashRegister?.id) {
    if (own?.float === undefined && cashRegister?.isFloatDeclared)
      await adopt(salesStore, userId, cashRegister, written)
    return
  }
  // One of which something waits is not let go of for none, and the server may not know it yet.
  if (own && !cashRegister && (await salesStore.isWaitedFor(own.id))) return
  const ownAtServer = own ? await registerAtServer(own.id) : null
  // Its money lies in this drawer, whatever else the user has open at another one.
  if (ownAtServer && isHeldBy(ownAtServer, userId)) return
  if (cashRegister) return adopt(salesStore, userId, cashRegister, written, ownAtServer?.id)
  if (!ownAtServer) return
  await salesStore.leaveRegister(userId, ownAtServer.id)
  written()
}

async function adopt(
  salesStore: SalesStore,
  userId: string,
  { id, openedAt, float, isFloatDeclared }: CashRegister,
  written: () => void,
  leftId?: string,
): Promise<void> {
  await salesStore.adoptRegister({ userId, id, openedAt, ...(isFloatDeclared ? { float } : {}) }, leftId)
  written()
}

async function registerHere(salesStore: SalesStore, userId: string) {
  const { registers = [] } = await salesStore.readParts(0, ['registers'])
  return registers.find((register) => register.userId === userId)
}

function isHeldBy({ state, heldBy }: CashRegister, userId: string): boolean {
  return state === 'OPEN' && heldBy === userId
}

/** Null: it was made here, and nothing of it was sent yet. */
async function registerAtServer(registerId: string): Promise<CashRegister | null> {
  try {
    return (await call(cashRegisters.report, { query: { registerId } })).register
  } catch (error) {
    if (error instanceof AppError && error.message === 'requests:notFound') return null
    throw error
  }
}
