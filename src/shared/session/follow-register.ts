import type { createStore } from 'jotai'
import { call } from '#shared/client/call.ts'
import { cashRegisters, type CashRegister } from '#shared/contract/cash-registers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

/** In ms. Every sale of the shop causes a hint, so the checks are throttled. */
const restMs = 5_000

export type FollowedRegister = {
  /** Checks now, because the member may have changed. */
  look(): Promise<void>
  /** Checks now, or at the end of the throttle pause, because the register may have changed. */
  lookSoon(): void
  stop(): void
}

/**
 * Follows changes of the current member's register made elsewhere. A register closed or handed over there is dropped
 * here; without a register here, the one opened or taken over at another terminal is adopted. Never throws; without an
 * answer the local register stays.
 */
export function followRegister(
  store: ReturnType<typeof createStore>,
  salesStore: SalesStore,
  written: () => void,
): FollowedRegister {
  let isOver = false
  const look = async () => {
    const session = store.get(sessionAtom)
    // Who holds no register has none to follow, and would be refused.
    if (!session?.permissions.includes('register.use') || session.isOffline || isOver) return
    await followOnce(salesStore, session.userId, written).catch(() => undefined)
  }
  const looks = throttle(look, restMs)
  return {
    look,
    lookSoon: looks.call,
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
  // The server may not know this register yet; it is kept while operations wait.
  if (own && !cashRegister && (await salesStore.isWaitedFor(own.id))) return
  const ownAtServer = own ? await registerAtServer(own.id) : null
  // Its cash is in this drawer, even if the user has another register open elsewhere.
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

/** Null: the register was created here and nothing of it was sent yet. */
async function registerAtServer(registerId: string): Promise<CashRegister | null> {
  try {
    return (await call(cashRegisters.report, { query: { registerId } })).register
  } catch (error) {
    if (error instanceof AppError && error.message === 'requests:notFound') return null
    throw error
  }
}
