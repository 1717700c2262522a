import { atom, type Getter } from 'jotai'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { sortUnsent } from '#shared/domain/register/closing.ts'
import { tillLedger, type EndedSale } from '#shared/domain/register/till-ledger.ts'
import { endedSales } from '#shared/store/sales/ended-sales.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'
import { noting, told } from '#shared/store/sales/note-atoms.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { NewReceiptPhoto } from '#shared/store/sales/photo-store.ts'
import type { CountedRegister, EndedRegister, HandedOver } from '#shared/store/register/till-counts.ts'
import type { Refund, TypedDisbursement, TypedMovement } from '#shared/store/register/till-gestures.ts'
import { sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { LocalPhoto, OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { unsentInRegister } from '#shared/store/register/unsent-in-register.ts'
import { clockSkewAtom } from '#shared/windows/clock-skew.ts'

// ── Read by screens ──
/**
 * Holder of the register on screen; null: the current member. Set by members who may count other members' registers.
 */
export const shownHolderAtom = atom<string | null>(null)

/** The register on screen; null: none is open on this terminal, the next sale opens one. */
export const shownRegisterAtom = atom((get): OpenRegister | null => {
  const [registers, session, holder] = [get(registersHereAtom), get(sessionAtom), get(shownHolderAtom)]
  // The next member at this window may lack the permission of the previous one.
  const chosen = session?.permissions.includes('register.close')
    ? registers.find(({ userId }) => userId === holder)
    : undefined
  return chosen ?? registers.find(({ userId }) => userId === session?.userId) ?? null
})

/** All registers open on this terminal. */
export const registersHereAtom = atom((get) => get(snapshotAtom).registers)

/** The drawer count of the last register closed here. */
export const lastCountAtom = atom((get) => get(snapshotAtom).lastCount)

/** The sales that this terminal ended in the register on screen, whether the server has them or not. */
export const endedInRegisterAtom = atom((get): readonly EndedSale[] => {
  const registerId = get(shownRegisterAtom)?.id
  return registerId === undefined ? [] : endedSales(get(snapshotAtom), registerId, get(clockSkewAtom))
})

/**
 * Content of the register on screen that the server does not have. Open and refused items block the closing; waiting
 * items are listed in it.
 */
export const unsentInRegisterAtom = atom((get) => {
  const register = get(shownRegisterAtom)
  const { sales, outbox } = get(snapshotAtom)
  return sortUnsent(register ? unsentInRegister(sales, outbox, register) : [])
})

/** Reasons of disbursements; offline those of the last answer. */
export const disbursementReasonsAtom = keptAnswerAtom({
  name: 'disbursement-reasons',
  endpoint: disbursementReasons.all,
  inputOf: () => ({}),
  staleMs: 60 * 60_000,
})

/** In ms. Other terminals may sell into the same register. */
const ledgerStaleMs = 60_000

/**
 * The server's ledger of the register on screen; null while the server does not know the register, or may not show it
 * before it is counted. In a pharmacy that counts blindly that is so for everybody.
 */
export const knownLedgerAtom = keptAnswerAtom({
  name: 'register-ledger',
  endpoint: cashRegisters.ledger,
  inputOf: (get) => {
    const register = get(shownRegisterAtom)
    const isBlind = get(terminalAtom)?.pharmacy?.settings.blindCount ?? true
    const seesAlways = !isBlind && get(sessionAtom)?.permissions.includes('register.seeExpected') === true
    const isAllowed = register && (seesAlways || isCountedAtServer(get, register))
    return isAllowed && isAtServer(get, register) ? { query: { registerId: register.id } } : null
  },
  staleMs: ledgerStaleMs,
})

/** The ledger of the register on screen, from all local and server data; null when there is no register. */
export const tillLedgerAtom = atom((get) => {
  const register = get(shownRegisterAtom)
  return register && tillLedger(register, get(endedInRegisterAtom), get(knownLedgerAtom), get(clockSkewAtom) ?? 0)
})

// ── Actions of screens: each resolves after the write to disk ──
export const openTillAtom = atom(null, (get, _set, float: number): Promise<OpenRegister> =>
  done(get, (store, facts) => store.openTill(float, facts)),
)

/** Returns the id of the disbursement. */
export const disburseAtom = atom(null, (get, _set, typed: TypedDisbursement): Promise<string> =>
  done(get, (store, facts) => store.disburse(typed, facts)),
)

export const moveMoneyAtom = atom(null, (get, _set, typed: TypedMovement): Promise<string> =>
  done(get, (store, facts) => store.moveMoney(typed, facts)),
)

export const noteOverdrawAtom = atom(null, (get, _set, amount: number): Promise<void> =>
  done(get, (store, facts) => store.noteOverdraw(amount, facts)),
)

export const noteRefundAtom = atom(null, (get, _set, refund: Refund): Promise<void> =>
  done(get, (store, facts) => store.noteRefund(refund, facts)),
)

export const noteReceiptPhotoAtom = atom(null, (get, _set, photo: NewReceiptPhoto): Promise<LocalPhoto> =>
  done(get, (store, facts) => store.noteReceiptPhoto(photo, facts)),
)

export const keepDraftAtom = atom(
  null,
  (get, _set, holderId: string, draft: NonNullable<OpenRegister['draft']>): Promise<void> =>
    done(get, (store) => store.keepDraft(holderId, draft)),
)

export const putDownCountAtom = atom(
  null,
  (get, _set, counted: Omit<CountedRegister, 'comment'> & { reason?: string | null }): Promise<OpenRegister> =>
    done(get, (store, facts) => store.putDownCount(counted, facts)),
)

export const handOverAtom = atom(null, (get, _set, given: HandedOver): Promise<void> =>
  done(get, (store, facts) => store.handOver(given, facts)),
)

/** Returns the closing as it is sent. */
export const closeTillAtom = atom(null, (get, _set, closing: EndedRegister): Promise<NewClosing> =>
  done(get, (store, facts) => store.closeTill(closing, facts)),
)

/** Whether the server knows the register: it received the opening, or accepted one of its sales. */
function isAtServer(get: Getter, { id, float }: OpenRegister): boolean {
  const { outbox, acknowledged } = get(snapshotAtom)
  return (
    (float !== undefined && !outbox.some(({ saleId }) => saleId === id)) ||
    acknowledged.some(({ reply }) => reply.registerId === id)
  )
}

/**
 * Whether the server has a count of the register. Before that, it refuses the ledger to members who may not see the
 * expected amounts.
 */
function isCountedAtServer(get: Getter, { id, counts = [] }: OpenRegister): boolean {
  const acts = get(snapshotAtom).outbox.flatMap((row) =>
    kindOf(row) === 'register-act' ? [JSON.parse(row.payload) as RegisterAct] : [],
  )
  return counts.length > acts.filter((act) => act.act === 'count' && act.registerId === id).length
}

type Noting = ReturnType<typeof noting>

async function done<Result>(
  get: Getter,
  write: (store: Noting['shared']['store'], facts: Noting['facts']) => Promise<Result>,
): Promise<Result> {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  try {
    return await told(shared, write(shared.store, facts))
  } catch (error) {
    // After a conflict the screen must show the state on disk.
    await shared.reread()
    throw error
  }
}
