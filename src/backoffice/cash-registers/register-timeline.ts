import * as z from 'zod'
import { openingPurposes } from '#shared/contract/sale-history.ts'
import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'

const Left = z.object({ identifier: z.string(), total: z.number(), state: z.enum(['open', 'refused']) })
const Pile = z.object({ value: z.int(), count: z.int().nonnegative() })
const OtherMeans = z.object({ type: z.string(), operator: z.string().nullable(), counted: z.number() })
const usedRevoked = z.boolean().catch(false)
const TakenBack = z.object({ denominations: z.array(Pile), awaited: z.int().nonnegative() })
/** Shapes of the details that the server stores with an event. Details of another shape are ignored. */
const detailShapes = {
  counted: z
    .object({
      denominations: z.array(Pile).catch([]),
      others: z.array(OtherMeans).catch([]),
      reason: z.string().nullable().catch(null),
      usedRevoked,
    })
    .catch({ denominations: [], others: [], reason: null, usedRevoked: false }),
  reopened: z
    .object({ reason: z.string().nullable().catch(null), takenBack: TakenBack.nullable().catch(null), usedRevoked })
    .catch({ reason: null, takenBack: null, usedRevoked: false }),
  'closed-over': z
    .object({ unfinished: z.array(Left).catch([]), comment: z.string().nullable().catch(null) })
    .catch({ unfinished: [], comment: null }),
  'refused-later': z
    .object({
      identifier: z.string().nullable().catch(null),
      total: z.number().nullable().catch(null),
      message: z.string().catch(''),
    })
    .catch({ identifier: null, total: null, message: '' }),
  confirmed: z
    .object({ gesture: z.string().catch(''), amount: z.number().nullable().catch(null), name: z.string().catch('') })
    .catch({ gesture: '', amount: null, name: '' }),
  'collected-beyond': z
    .object({ name: z.string().catch(''), amount: z.number().catch(0), excess: z.number().catch(0) })
    .catch({ name: '', amount: 0, excess: 0 }),
  'paid-beyond': z
    .object({ amount: z.number().catch(0), note: z.string().nullable().catch(null) })
    .catch({ amount: 0, note: null }),
  'refused-beyond': z.object({ amount: z.number().catch(0) }).catch({ amount: 0 }),
  lent: z
    .object({ permission: z.string().catch(''), amount: z.number().nullable().catch(null), name: z.string().catch('') })
    .catch({ permission: '', amount: null, name: '' }),
  'sale-opened': z
    .object({ number: z.int().nullable().catch(null), purpose: z.enum(openingPurposes).nullable().catch(null) })
    .catch({ number: null, purpose: null }),
}

export type Happening = { /** ISO instant of recording on the server. */ at: string; byName: string } & (
  | { kind: 'opened'; float: number }
  | { kind: 'count'; count: RegisterCount }
  | ({ kind: 'counted' } & z.output<(typeof detailShapes)['counted']>)
  | ({ kind: 'reopened' } & z.output<(typeof detailShapes)['reopened']>)
  | ({ kind: 'closed-over' } & z.output<(typeof detailShapes)['closed-over']>)
  | ({ kind: 'refused-later' } & z.output<(typeof detailShapes)['refused-later']>)
  | ({ kind: 'confirmed' } & z.output<(typeof detailShapes)['confirmed']>)
  | ({ kind: 'collected-beyond' } & z.output<(typeof detailShapes)['collected-beyond']>)
  | ({ kind: 'paid-beyond' } & z.output<(typeof detailShapes)['paid-beyond']>)
  | ({ kind: 'refused-beyond' } & z.output<(typeof detailShapes)['refused-beyond']>)
  | ({ kind: 'lent' } & z.output<(typeof detailShapes)['lent']>)
  | ({ kind: 'sale-opened' } & z.output<(typeof detailShapes)['sale-opened']>)
)

/** The events of a register in the order of recording: an offline till counts first and sends later. */
export function timelineOf({
  register,
  counts,
  events,
}: Pick<RegisterReport, 'register' | 'counts' | 'events'>): Happening[] {
  const later: Happening[] = [
    ...counts.map((count): Happening => ({ kind: 'count', at: count.recordedAt, byName: count.byName, count })),
    ...events.map(happeningOf),
  ]
  return [
    { kind: 'opened', at: register.openedAt, byName: register.openedByName, float: register.float },
    ...later.toSorted((one, other) => one.at.localeCompare(other.at)),
  ]
}

function happeningOf({ kind, at, byName, details }: RegisterReport['events'][number]): Happening {
  switch (kind) {
    case 'counted':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'reopened':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'closed-over':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'refused-later':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'confirmed':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'collected-beyond':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'paid-beyond':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'refused-beyond':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'lent':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
    case 'sale-opened':
      return { kind, at, byName, ...detailShapes[kind].parse(details) }
  }
}
