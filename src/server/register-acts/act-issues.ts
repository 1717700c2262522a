import type { NewClosing } from '#shared/contract/register-counts.ts'
import { isSameMeans } from '#shared/domain/register/totals.ts'
import { findNamed } from '#server/register-acts/named.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'

/**
 * The issues by field: references to rows that the pharmacy does not have, and a count that lists the same item twice.
 */
export async function issuesOfAct(tx: Tx, pharmacyId: string, act: RegisterAct): Promise<FieldIssue[]> {
  switch (act.act) {
    case 'open':
    case 'reopen':
    case 'overdraw':
      return []
    case 'hand-over':
      return [
        ...issuesOfCount(act),
        ...issuesOfCount(act.taking?.given ?? { denominations: [], others: [] }, 'body.taking.given'),
        ...unknown('body.receivedBy', await findNamed(tx, pharmacyId, { kind: 'member', id: act.receivedBy })),
      ]
    case 'count':
    case 'close':
      return issuesOfCount(act)
    case 'move':
      return act.movement.kind === 'collection'
        ? unknown('body.clientId', await findNamed(tx, pharmacyId, { kind: 'client', id: act.movement.clientId }))
        : []
    case 'open-sale':
      return unknown(
        'params.id',
        await findNamed(tx, pharmacyId, { kind: 'sale', id: act.saleId, registerId: act.registerId }),
      )
    case 'disburse':
      return unknown('body.reasonId', await findNamed(tx, pharmacyId, { kind: 'reason', id: act.reasonId }))
  }
}

function unknown(path: string, isKnown: boolean): FieldIssue[] {
  return isKnown ? [] : [{ path, message: 'unknown' }]
}

/** Cash is counted by notes and coins only. */
function issuesOfCount(
  { denominations, others }: Pick<NewClosing, 'denominations' | 'others'>,
  path = 'body',
): FieldIssue[] {
  const twice = (of: readonly unknown[], isSame: (one: number, other: number) => boolean): number =>
    of.findIndex((_, place) => of.some((__, other) => other < place && isSame(place, other)))
  const coin = twice(
    denominations,
    (one, other) =>
      denominations[one]!.form === denominations[other]!.form &&
      denominations[one]!.value === denominations[other]!.value,
  )
  const means = twice(others, (one, other) => isSameMeans(others[one]!, others[other]!))
  const cash = others.findIndex(({ type }) => type === 'CASH')
  return [
    ...(coin < 0 ? [] : [{ path: `${path}.denominations.${coin}`, message: 'counted twice' }]),
    ...(means < 0 ? [] : [{ path: `${path}.others.${means}`, message: 'counted twice' }]),
    ...(cash < 0 ? [] : [{ path: `${path}.others.${cash}`, message: 'the drawer is counted by notes and coins' }]),
  ]
}
