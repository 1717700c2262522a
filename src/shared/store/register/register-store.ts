import type { NewClosing } from '#shared/contract/cash-registers.ts'
import type { NewDisbursement } from '#shared/contract/disbursements.ts'
import type { NewMovement } from '#shared/contract/movements.ts'
import { RegisterAct } from '#shared/contract/register-acts.ts'
import { sortUnsent, type Count, type Unsent } from '#shared/domain/register/closing.ts'
import { movementOfGesture } from '#shared/domain/register/movements.ts'
import type { FoundGap, TillGesture } from '#shared/domain/register/till-ledger.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OpenRegister, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { unsentInRegister } from '#shared/store/register/unsent-in-register.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { unsentActs, waitingIn, waitingOf } from '#shared/store/register/waiting-in-register.ts'

/**
 * The register has changed since it was read; nothing was written. `open`: it is already open. `gone`: it was closed or
 * handed over in another window. `taken`: the receiver already has another open register here. `unfinished`: there is
 * unsent content that the closing does not pass over.
 */
export class RegisterConflict extends Error {
  override readonly name = 'RegisterConflict'
  constructor(readonly reason: 'open' | 'gone' | 'taken' | 'unfinished') {
    super(`the register: ${reason}`)
  }
}

/** A disbursement as entered; `amount` in minor units, `reason` is the reason's name. */
export type TypedDisbursement = Pick<NewDisbursement, 'reasonId' | 'amount' | 'beneficiary' | 'note'> & {
  reason: string
}
type Typed<Kind> = Kind extends { kind: 'collection' }
  ? Pick<Kind & NewMovement, 'kind' | 'amount' | 'note'> &
      Pick<Extract<NewMovement, { kind: 'collection' }>, 'type' | 'operator' | 'clientId'>
  : Pick<Kind & NewMovement, 'kind' | 'amount' | 'note'>
/** A manual cash movement; `amount` in minor units. */
export type TypedMovement =
  | Typed<Extract<NewMovement, { kind: 'cash-in' }>>
  | Typed<Extract<NewMovement, { kind: 'deposit' }>>
  | Typed<Extract<NewMovement, { kind: 'collection' }>>
/** A count and its register. */
export type CountedRegister = { registerId: string; count: Count; comment: string | null }
/**
 * A count at a handover. `countedAt`: end of the count, a UTC instant; later sales belong to the receiver. `found`: the
 * differences of the count.
 */
export type HandedOver = CountedRegister & { countedAt: string; receivedBy: string; found: readonly FoundGap[] }

/**
 * The part of the sales database that opens, changes, counts and closes registers. Each operation writes its outbox row
 * in the same strict transaction.
 */
export function registerStore({ read, write }: SalesDatabase) {
  const change = <Result>(
    facts: NotingFacts,
    registerId: string | null,
    work: (tx: SalesTx, register: OpenRegister) => Promise<Result>,
  ): Promise<Result> =>
    write(async (tx) => {
      if (registerId === null) return work(tx, await registerIn(tx, facts.sellerId))
      // A register may be closed by another member than its holder.
      const register = (await tx.objectStore('registers').getAll()).find(({ id }) => id === registerId)
      if (!register) throw new RegisterConflict('gone')
      return work(tx, register)
    })

  return {
    /** The register that this terminal sells into for the user; created when there is none. */
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
        await tx.objectStore('registers').put(own?.id === known.id ? { ...known, ...own } : known)
      })
    },

    /**
     * Opens the register with `float`, the cash in the drawer (minor units). A register that a sale has created gets
     * its float now. Throws `RegisterConflict` when the float is already set.
     */
    openTill(float: number, facts: NotingFacts): Promise<OpenRegister> {
      return change(facts, null, async (tx, register) => {
        if (register.float !== undefined) throw new RegisterConflict('open')
        const opened = { ...register, float }
        await tx.objectStore('registers').put(opened)
        await enqueueAct(tx, { act: 'open', ...madeHere(facts, register.id), openedAt: register.openedAt, float })
        return opened
      })
    },

    /**
     * Records a disbursement from the drawer. Returns its id, for the photo. Throws RangeError for an invalid amount.
     */
    disburse({ reason, ...typed }: TypedDisbursement, facts: NotingFacts): Promise<string> {
      const movement = movementOfGesture({ kind: 'disbursement', amount: typed.amount })
      return change(facts, null, async (tx, register) => {
        const [id, at] = stamp()
        await noteGesture(tx, register, { id, at, userId: facts.sellerId, movement, reason })
        await enqueueAct(tx, {
          act: 'disburse',
          ...madeHere(facts, id),
          registerId: register.id,
          ...typed,
          spentAt: at,
        })
        return id
      })
    },

    /** Records cash put in, a bank deposit, or a client's payment of debt. Throws RangeError for an invalid amount. */
    moveMoney(typed: TypedMovement, facts: NotingFacts): Promise<string> {
      const movement = movementOfGesture(typed)
      return change(facts, null, async (tx, register) => {
        const [id, at] = stamp()
        await noteGesture(tx, register, {
          id,
          at,
          userId: facts.sellerId,
          movement,
          reason: typed.note,
          ...payerOf(typed),
        })
        await enqueueAct(tx, {
          act: 'move',
          id,
          revision: 1,
          movement: { ...madeHere(facts, id), registerId: register.id, occurredAt: at, ...typed },
        })
        return id
      })
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
    putDownCount({ registerId, count }: Omit<CountedRegister, 'comment'>, facts: NotingFacts): Promise<OpenRegister> {
      return change(facts, registerId, async (tx, register) => {
        const [id, at] = stamp()
        const { draft: _, ...bare } = register
        const counted = { ...bare, counts: [...(register.counts ?? []), { ...count, at }] }
        await tx.objectStore('registers').put(counted)
        await enqueueAct(tx, {
          act: 'count',
          ...madeHere(facts, id),
          registerId,
          ...sentCount(count),
          countedAt: at,
          comment: null,
        })
        return counted
      })
    },

    /**
     * Hands the register over with its count. Throws `RegisterConflict` when it is gone or the receiver has another
     * one.
     */
    handOver(
      { registerId, count, countedAt, comment, receivedBy, found }: HandedOver,
      facts: NotingFacts,
    ): Promise<void> {
      return change(facts, registerId, async (tx, register) => {
        const other = await tx.objectStore('registers').get(receivedBy)
        if (other && other.id !== registerId) throw new RegisterConflict('taken')
        const [id] = stamp()
        const { counts: _, draft: __, ...left } = register
        await tx.objectStore('registers').delete(register.userId)
        await tx.objectStore('registers').put({
          ...left,
          userId: receivedBy,
          float: left.float ?? 0,
          found: [...(left.found ?? []), ...found.map((gap) => ({ ...gap, countId: id }))],
        })
        // The server compares the count with what it has then, so earlier operations must be sent first.
        const after = (await waitingIn(tx, registerId)).map((named) => named.id)
        await enqueueAct(
          tx,
          { act: 'hand-over', ...madeHere(facts, id), registerId, ...sentCount(count), countedAt, comment, receivedBy },
          after,
        )
      })
    },

    /**
     * Closes the register: sends the count with the rows that it waits for and those that it passes over. Open or
     * refused items missing in `passedOver` block it. Returns the closing as it is sent. Throws `RegisterConflict`.
     */
    closeTill(
      { registerId, count, comment, passedOver }: CountedRegister & { passedOver: readonly string[] },
      facts: NotingFacts,
    ): Promise<NewClosing> {
      return change(facts, registerId, async (tx, register) => {
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
        await enqueueAct(tx, { act: 'close', registerId, ...closing })
        return closing
      })
    },
  }
}

/**
 * The register that this terminal sells into for the user; created when there is none, so that no network is needed.
 */
export async function registerIn(tx: SalesTx, userId: string): Promise<OpenRegister> {
  return (await tx.objectStore('registers').get(userId)) ?? newRegister(tx, userId)
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

/** A register of the user other than the closed one: one opened since, or a new one. */
async function registerAfter(tx: SalesTx, userId: string, closedId: string): Promise<OpenRegister> {
  const register = await registerIn(tx, userId)
  return register.id === closedId ? newRegister(tx, userId) : register
}

async function newRegister(tx: SalesTx, userId: string): Promise<OpenRegister> {
  const register: OpenRegister = { userId, id: uuid7(), openedAt: new Date().toISOString() }
  await tx.objectStore('registers').put(register)
  return register
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

function leftAs(state: NewClosing['unfinished'][number]['state']) {
  return ({ id, identifier, total }: Unsent) => ({ id, identifier, total, state })
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

async function noteGesture(tx: SalesTx, register: OpenRegister, gesture: TillGesture): Promise<void> {
  await tx.objectStore('registers').put({ ...register, gestures: [...(register.gestures ?? []), gesture] })
}

async function enqueueAct(tx: SalesTx, act: RegisterAct, after: readonly string[] = []): Promise<void> {
  const checked = RegisterAct.parse(act)
  const { sessionId } = checked.act === 'move' ? checked.movement : checked
  await enqueue(tx, {
    saleId: checked.id,
    kind: 'register-act',
    revision: checked.revision,
    ...frozen(checked),
    sessionId,
    after,
  })
}

function madeHere(facts: NotingFacts, id: string) {
  return { id, revision: 1, ...facts, sellerRoles: [...facts.sellerRoles] }
}

function sentCount({ denominations, others }: Count) {
  return { denominations: denominations.filter(({ count }) => count > 0), others: others.map((row) => ({ ...row })) }
}

function stamp(): [id: string, at: string] {
  const now = new Date()
  return [uuid7(now.getTime()), now.toISOString()]
}
