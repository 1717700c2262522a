import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
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
  const [collections, organizations] = [get(collectionsHereAtom), get(organizationsAtom)]
  const owedSince = (syncedAt: number | null, kind: 'person' | 'organization', isDebtor: (id: string) => boolean) => {
    const paidBack = collections.filter(({ clientId, at }) => at > (syncedAt ?? 0) && isDebtor(clientId))
    return owedOf(uncountedSince(syncedAt, sales, acknowledged), kind, paidBack)
  }
  return new Map([
    ...owedSince(get(personListStateAtom).syncedAt, 'person', (id) => !organizations.has(id)),
    ...owedSince(get(organizationListStateAtom).syncedAt, 'organization', (id) => organizations.has(id)),
  ])
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

function owedOf(
  sales: readonly Pick<LocalSale, 'payments'>[],
  kind: 'person' | 'organization',
  paidBack: readonly Collection[],
): ReadonlyMap<string, number> {
  const owed = new Map<string, number>()
  const add = (debtor: string, amount: number) => owed.set(debtor, (owed.get(debtor) ?? 0) + amount)
  for (const payment of sales.flatMap(({ payments }) => payments)) {
    const debtor = debtorOf(payment)
    if (debtor?.kind === kind) add(debtor.id, payment.amount)
  }
  for (const { clientId, amount } of paidBack) add(clientId, -amount)
  return owed
}
