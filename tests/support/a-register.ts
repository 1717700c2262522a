import { expect, onTestFinished } from 'vitest'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import type { RegisterConflict } from '#shared/store/register/register-conflict.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, aurele } from '#tests/support/a-local-sale.ts'
import type { Answer, Asked } from '#tests/support/api-edge.ts'

export const rose = '018f0000-0000-7000-8000-0000000000a2'
export const reasonId = '018f0000-0000-7000-8000-0000000000e1'
export const clientId = '018f0000-0000-7000-8000-0000000000f1'
export const payment = { reasonId, reason: 'Transport', amount: 3000, beneficiary: null, note: null }
export const count = {
  denominations: [
    { form: 'note' as const, value: 10_000, count: 2 },
    { form: 'coin' as const, value: 5, count: 0 },
  ],
  others: [],
}
/** Before it is handed over: somebody chose who takes it. */
export const countedAt = '2026-11-21T11:40:00.000Z'
export const paths = (asked: readonly Asked[]) => asked.map(({ path }) => path.replace(/[0-9a-f-]{36}/, '…'))
export const conflict = (reason: RegisterConflict['reason']) =>
  expect.objectContaining({ name: 'RegisterConflict', reason }) as RegisterConflict

const aRegister = (id: string) => ({
  id,
  openedBy: aurele.userId,
  openedByName: 'DOSSOU Aurèle',
  openedAt: '2026-11-21T07:00:00.000Z',
  float: 0,
  heldBy: aurele.userId,
  heldByName: 'DOSSOU Aurèle',
  state: 'OPEN',
  closedAt: null,
  closedByName: null,
  sales: 0,
  number: null,
  gap: null,
})

/** A server that takes whatever a till sends. */
export function takeAll({ path, body }: Asked): Answer {
  if (path === '/sales') return accepted(body)
  const { id } = JSON.parse(body) as { id: string }
  if (path === '/disbursements')
    return {
      status: 201,
      body: {
        ...(JSON.parse(body) as object),
        number: 1,
        reason: 'Transport',
        userId: aurele.userId,
        userName: 'DOSSOU Aurèle',
      },
    }
  return { status: 201, body: path.startsWith('/cash-registers') ? aRegister(id) : { id } }
}

/** What waits of what was done at registers, in its order. */
export async function actsOf(store: SalesStore): Promise<RegisterAct[]> {
  return (await store.outbox()).flatMap(({ kind, payload }) =>
    kind === 'register-act' ? [JSON.parse(payload) as RegisterAct] : [],
  )
}

export function anOutbox(store: SalesStore) {
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  onTestFinished(() => outbox.stop())
  return outbox
}
