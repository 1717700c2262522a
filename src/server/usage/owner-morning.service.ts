import type { CallReply } from '#shared/contract/endpoint.ts'
import type { OwnerMorning } from '#shared/contract/owner-morning.ts'
import type { usage } from '#shared/contract/usage.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { displayName } from '#shared/domain/person.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import { requireRow } from '#server/base/require-row.ts'
import { readAgedBalance } from '#server/bills/bill-report.service.ts'
import { listExpiries } from '#server/expiries/expiry.service.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { rolesOf } from '#server/identity/identity.repo.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { listRecords } from '#server/order-preparations/order-preparation.service.ts'
import { foundBy } from '#server/register-ledger/close-register.ts'
import { countsOf, totalsOf } from '#server/register-ledger/count.repo.ts'
import { maySeeExpected, withheldFrom } from '#server/register-ledger/sight.ts'
import { listPayables } from '#server/supplier-payments/supplier-account.service.ts'
import { readMorning } from '#server/usage/morning.service.ts'
import { membershipsOf, openRegisters, type Membership } from '#server/usage/owner-morning.repo.ts'
import { readTurnoverStatistics } from '#server/usage/turnover.service.ts'

/** The pharmacies of the caller in which he may see reports; his own first. */
export async function listOwnPharmacies(context: Context): Promise<CallReply<typeof usage.ownPharmacies>> {
  const found = await reportingIn(context)
  return found.map(({ membership: { pharmacyId, name, city } }) => ({ pharmacyId, name, city }))
}

/**
 * The morning of one of these pharmacies. All of it is read under the tenancy of that pharmacy, with the rights that the
 * caller has there. Throws `requests:notFound` for a pharmacy where he is no member or may not see reports.
 */
export async function readOwnerMorning(context: Context, id: string): Promise<OwnerMorning> {
  const found = await reportingIn(context)
  const { membership, there } = requireRow(found.find((each) => each.membership.pharmacyId === id))
  const seesCosts = there.actor.permissions.has('stock.see-cost')
  const { yesterday, weekBefore, withheld } = await readMorning(there)
  const { today, usual } = await readTurnoverStatistics(there)
  const toOrder = seesCosts ? await listRecords(there, { page: 0, size: 1, show: 'to-order' }) : null
  const payables = seesCosts ? await listPayables(there) : null
  const aged = await readAgedBalance(there)
  const expiring = await listExpiries(there, { page: 0, size: 1, within: '90', undecided: 'only' })
  return {
    pharmacyId: id,
    name: membership.name,
    city: membership.city,
    currency: membership.currency,
    readAt: context.now.toISOString(),
    ...(withheld && { withheld }),
    yesterday: {
      day: yesterday.day,
      turnover: yesterday.turnover,
      sales: yesterday.sales,
      margin: yesterday.margin?.amount ?? null,
      before: weekBefore.turnover,
    },
    today: { turnover: today.turnover, sales: today.sales, usual: usual.turnover },
    cash: { expected: await expectedCash(there), toDeposit: yesterday.cash.toDeposit },
    toOrder: toOrder && { products: toOrder.orderable, amount: toOrder.amount },
    toPay: payables && {
      owed: saturatedSum(payables.map(({ owed }) => owed)),
      overdue: saturatedSum(payables.map(({ overdue }) => overdue)),
    },
    toCollect: {
      owed: receivablesOf(aged).owed,
      late: saturatedSum(aged.map(({ left, notDue }) => left - notDue)),
    },
    toSave: { lots: expiring.total, risk: expiring.sums.riskPrice },
  }
}

type Reporting = { membership: Membership; there: Context }

/** The memberships with the right to reports, each with a context of that pharmacy. */
async function reportingIn(context: Context): Promise<Reporting[]> {
  const { database, actor } = context
  const memberships = await database.platform((tx) => membershipsOf(tx, actor.userId))
  const found: Reporting[] = []
  for (const membership of memberships) {
    const { pharmacyId, userId } = membership
    if (userId === actor.userId) {
      if (actor.permissions.has('report.see')) found.push({ membership, there: context })
      continue
    }
    const roles = await database.read(pharmacyId, (tx) => rolesOf(tx, pharmacyId, userId))
    const permissions = permissionsOf(roles)
    if (!permissions.has('report.see')) continue
    const there = {
      ...context,
      actor: {
        kind: 'member' as const,
        userId,
        pharmacyId,
        permissions,
        roles: roles.map(({ name }) => name),
        unlockId: null,
        name: displayName(membership),
      },
    }
    found.push({ membership, there })
  }
  return found
}

/** What the open drawers must hold in cash, without those that are withheld; null without the right to see it. */
function expectedCash(context: Context): Promise<number | null> {
  if (!maySeeExpected(context)) return Promise.resolve(null)
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const withheld = await withheldFrom(tx, context)
    const amounts: number[] = []
    for (const id of await openRegisters(tx, pharmacyId)) {
      if (withheld.includes(id)) continue
      const [totals, counts] = [await totalsOf(tx, pharmacyId, id), await countsOf(tx, pharmacyId, id)]
      for (const { type, expected } of expectedByMeans([...totals, ...foundBy(counts)]))
        if (type === 'CASH') amounts.push(expected)
    }
    return saturatedSum(amounts)
  })
}
