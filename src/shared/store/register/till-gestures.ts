import type { NewDisbursement } from '#shared/contract/disbursements.ts'
import type { NewMovement } from '#shared/contract/movements.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { movementOfGesture, type RegisterMovement } from '#shared/domain/register/movements.ts'
import type { TillGesture } from '#shared/domain/register/till-ledger.ts'
import { enqueueAct, madeHere, stamp } from '#shared/store/register/enqueue-act.ts'
import { registerAfter, registerIn } from '#shared/store/register/own-register.ts'
import { RegisterConflict } from '#shared/store/register/register-conflict.ts'
import { waitingIn } from '#shared/store/register/waiting-in-register.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OpenRegister, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** A disbursement as entered; `amount` in minor units, `reason` is the reason's name. */
export type TypedDisbursement = Pick<
  NewDisbursement,
  'reasonId' | 'amount' | 'beneficiary' | 'note' | 'grant' | 'exceeding'
> & {
  reason: string
}
type Typed<Kind> = Kind extends { kind: 'collection' }
  ? Pick<Kind & NewMovement, 'kind' | 'amount' | 'note' | 'grant' | 'exceeding'> &
      Pick<Extract<NewMovement, { kind: 'collection' }>, 'type' | 'operator' | 'clientId'>
  : Pick<Kind & NewMovement, 'kind' | 'amount' | 'note' | 'grant' | 'exceeding'>
/** A manual cash movement; `amount` in minor units. */
export type TypedMovement =
  | Typed<Extract<NewMovement, { kind: 'cash-in' }>>
  | Typed<Extract<NewMovement, { kind: 'deposit' }>>
  | Typed<Extract<NewMovement, { kind: 'collection' }>>

/** The money that a return or a cancellation took out of a register, at a UTC instant. */
export type Refund = { registerId: string; saleId: string; at: string; movements: readonly RegisterMovement[] }

/** Opens the user's register and moves money in it. Each operation writes its outbox row in the same transaction. */
export function tillGestures({ write }: SalesDatabase) {
  const change = <Result>(
    facts: NotingFacts,
    work: (tx: SalesTx, register: OpenRegister) => Promise<Result>,
  ): Promise<Result> => write(async (tx) => work(tx, await registerIn(tx, facts.sellerId)))

  return {
    /**
     * Opens the register with `float`, the cash in the drawer (minor units). A register that a sale has created gets
     * its float now. Throws `RegisterConflict` when the float is already set.
     */
    openTill(float: number, facts: NotingFacts): Promise<OpenRegister> {
      return change(facts, async (tx, register) => {
        if (register.float !== undefined) throw new RegisterConflict('open')
        const opened = { ...register, float }
        await tx.objectStore('registers').put(opened)
        // What is sent is said by the clock of this terminal: the server corrects it.
        const openedAt = register.isDated ? new Date().toISOString() : register.openedAt
        await enqueueAct(tx, { act: 'open', ...madeHere(facts, register.id), openedAt, float })
        return opened
      })
    },

    /**
     * Notes the money of a return or a cancellation that the server has accepted: without a network the difference of a
     * count must contain it. Does nothing when the register is not open here.
     */
    noteRefund({ registerId, ...refund }: Refund, facts: NotingFacts): Promise<void> {
      return write(async (tx) => {
        const register = (await tx.objectStore('registers').getAll()).find(({ id }) => id === registerId)
        if (!register) return
        const { saleId, at, movements } = refund
        const gestures = movements.map((movement, place) => ({
          id: `${saleId}/${at}/${place}`,
          at,
          userId: facts.sellerId,
          movement,
          reason: null,
          saleId,
        }))
        await tx.objectStore('registers').put({ ...register, gestures: [...(register.gestures ?? []), ...gestures] })
      })
    },

    /**
     * Records a disbursement from the drawer. Returns its id, for the photo. Throws RangeError for an invalid amount.
     */
    disburse({ reason, ...typed }: TypedDisbursement, facts: NotingFacts): Promise<string> {
      const movement = movementOfGesture({ kind: 'disbursement', amount: typed.amount })
      return change(facts, async (tx, register) => {
        const [id, at] = stamp()
        await noteGesture(tx, register, { id, at, userId: facts.sellerId, movement, reason })
        const act = { act: 'disburse' as const, ...madeHere(facts, id), registerId: register.id, ...typed, spentAt: at }
        await enqueueAct(tx, act, await sentBefore(tx, register))
        return id
      })
    },

    /** Notes that more than the drawer holds was asked for and refused. */
    noteOverdraw(amount: number, facts: NotingFacts): Promise<void> {
      return change(facts, async (tx, register) => {
        const [id, triedAt] = stamp()
        await tx.objectStore('registers').put({ ...register, refusedTries: (register.refusedTries ?? 0) + 1 })
        await enqueueAct(tx, { act: 'overdraw', ...madeHere(facts, id), registerId: register.id, amount, triedAt })
      })
    },

    /** Records cash put in, a bank deposit, or a client's payment of debt. Throws RangeError for an invalid amount. */
    moveMoney(typed: TypedMovement, facts: NotingFacts): Promise<string> {
      const movement = movementOfGesture(typed)
      return change(facts, async (tx, register) => {
        const [id, at] = stamp()
        await noteGesture(tx, register, {
          id,
          at,
          userId: facts.sellerId,
          movement,
          reason: typed.note,
          ...payerOf(typed),
        })
        const sent = { ...madeHere(facts, id), registerId: register.id, occurredAt: at, ...typed }
        await enqueueAct(
          tx,
          { act: 'move', id, revision: 1, movement: sent },
          typed.kind === 'deposit' ? await sentBefore(tx, register) : [],
        )
        return id
      })
    },
  }
}

/** The server judges whether a drawer holds what leaves it: the float and the sales that wait go before. */
async function sentBefore(tx: SalesTx, register: OpenRegister): Promise<string[]> {
  return (await waitingIn(tx, register.id)).map(({ id }) => id)
}

/**
 * Moves an act that the server refused because its register is closed into the member's current register, in the local
 * ledger too. Acts about the closed register itself, such as a count or its closing, are not changed.
 */
export async function movedFromClosed(tx: SalesTx, act: RegisterAct): Promise<RegisterAct> {
  if (act.act !== 'move' && act.act !== 'disburse') return act
  const { registerId: closedId, sellerId } = act.act === 'move' ? act.movement : act
  const known = (await tx.objectStore('registers').getAll())
    .flatMap(({ gestures = [] }) => gestures)
    .find(({ id }) => id === act.id)
  const register = await registerAfter(tx, sellerId, closedId)
  await noteGesture(tx, register, known ?? gestureOf(act))
  return act.act === 'move'
    ? { ...act, movement: { ...act.movement, registerId: register.id } }
    : { ...act, registerId: register.id }
}

/** Removes a gesture that was discarded: the expected amounts no longer contain it. */
export async function forgetGesture(tx: SalesTx, id: string): Promise<void> {
  for (const register of await tx.objectStore('registers').getAll()) {
    // An opening has the id of its register. Without it the server assumes a float of 0; the cash in the drawer must be
    // entered as a cash-in.
    if (register.id === id) await tx.objectStore('registers').put({ ...register, float: 0 })
    const gestures = register.gestures?.filter((gesture) => gesture.id !== id)
    if (gestures && gestures.length < (register.gestures?.length ?? 0))
      await tx.objectStore('registers').put({ ...register, gestures })
  }
}

function payerOf(movement: TypedMovement): Pick<TillGesture, 'clientId'> {
  return movement.kind === 'collection' ? { clientId: movement.clientId } : {}
}

/** The gesture of an act. The name of a disbursement's reason is not sent, so it is null here. */
function gestureOf(act: Extract<RegisterAct, { act: 'move' | 'disburse' }>): TillGesture {
  if (act.act === 'disburse')
    return {
      id: act.id,
      at: act.spentAt,
      userId: act.sellerId,
      movement: movementOfGesture({ kind: 'disbursement', amount: act.amount }),
      reason: null,
    }
  const { movement } = act
  return {
    id: act.id,
    at: movement.occurredAt,
    userId: movement.sellerId,
    movement: movementOfGesture(movement),
    reason: movement.note,
    ...payerOf(movement),
  }
}

async function noteGesture(tx: SalesTx, register: OpenRegister, gesture: TillGesture): Promise<void> {
  await tx.objectStore('registers').put({ ...register, gestures: [...(register.gestures ?? []), gesture] })
}
