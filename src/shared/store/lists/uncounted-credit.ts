import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { debtorOf } from '#shared/domain/payment.ts'
import { organizationListStateAtom, organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { personListStateAtom } from '#shared/store/lists/person-list-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { OpenRegister, OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { endedSalesAtom, uncountedSince } from '#shared/store/lists/uncounted-sales.ts'

/**
 * Change of clients' debt by this terminal's own sales and collections that the `outgoing` of the lists does not
 * contain. By id of the person or organization, in minor units.
 */
export const uncountedOutgoingAtom = atom((get): ReadonlyMap<string, number> => {
  const { sales, acknowledged } = get(endedSalesAtom)
  const owed = new Map<string, number>()
  for (const kind of ['person', 'organization'] as const)
    for (const { payments } of uncountedSince(get(listStates[kind]).syncedAt, sales, acknowledged))
      for (const payment of payments) {
        const debtor = debtorOf(payment)
        if (debtor?.kind === kind) owed.set(debtor.id, (owed.get(debtor.id) ?? 0) + payment.amount)
      }
  for (const [id, amount] of get(uncountedCollectionsAtom)) owed.set(id, (owed.get(id) ?? 0) - amount)
  return owed
})

const listStates = { person: personListStateAtom, organization: organizationListStateAtom }

/** What clients paid back at this terminal that the lists do not contain, by id, in minor units. */
export const uncountedCollectionsAtom = atom((get): ReadonlyMap<string, number> => {
  const organizations = get(organizationsAtom)
  const paid = new Map<string, number>()
  for (const { clientId, amount, at } of get(collectionsHereAtom)) {
    const { syncedAt } = get(listStates[organizations.has(clientId) ? 'organization' : 'person'])
    if (at > (syncedAt ?? 0)) paid.set(clientId, (paid.get(clientId) ?? 0) + amount)
  }
  return paid
})

/**
 * A payment of debt by a client. `at` is in ms; Infinity while the server does not have it, so that it is later than
 * every list.
 */
type Collection = { id: string; clientId: string; amount: number; at: number }

/** Keeps the same object while no collection changes, so that dependent atoms are not recomputed on each key press. */
const collectionsHereAtom = selectAtom(
  snapshotAtom,
  ({ outbox, registers }) => collectionsIn(outbox, registers),
  (these, those) =>
    these.length === those.length &&
    these.every(({ id, at }, place) => id === those[place]?.id && at === those[place].at),
)

/** Includes refused acts, because the client has paid. */
function collectionsIn(outbox: readonly OutboxRow[], registers: readonly OpenRegister[]): Collection[] {
  const acts = outbox.flatMap((row) => (kindOf(row) === 'register-act' ? [JSON.parse(row.payload) as RegisterAct] : []))
  const waiting = acts.flatMap((act) =>
    act.act === 'move' && act.movement.kind === 'collection'
      ? [{ id: act.id, clientId: act.movement.clientId, amount: act.movement.amount, at: Infinity }]
      : [],
  )
  const gestures = registers
    .flatMap((register) => register.gestures ?? [])
    .filter(({ id }) => !waiting.some((act) => act.id === id))
  return [
    ...waiting,
    ...gestures.flatMap(({ id, clientId, movement, at }) =>
      clientId === undefined ? [] : [{ id, clientId, amount: movement.amount, at: Date.parse(at) }],
    ),
  ]
}
