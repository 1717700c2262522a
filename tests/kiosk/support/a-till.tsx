import { screen, within } from '@testing-library/react'
import type { Permission } from '#shared/domain/permissions.ts'
import { addRecord, payCash } from '#shared/domain/sale-lines.ts'
import { changeSaleAtom, createSaleAtom, endSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter, type PlayedCall } from '#tests/kiosk/support/a-counter.tsx'

export const vendeur: Permission[] = ['sale.sell', 'register.use']
export const caissier: Permission[] = [...vendeur, 'register.seeExpected', 'register.close', 'disbursement.create']
/** Without the spaces that only a printer knows. */
export const said = (element: Element) => element.textContent.replaceAll(/\s/g, ' ')
export const isDisabled = (element: Element) => (element as HTMLButtonElement).disabled
export const transport = { id: '018f0000-0000-7000-8000-0000000000e1', label: 'Transport', archived: false }

export async function aTill({
  permissions = caissier,
  blindCount = false,
  onCall,
}: {
  permissions?: Permission[]
  blindCount?: boolean
  onCall?: (call: PlayedCall) => { status: number; body: unknown } | 'nobody' | undefined
} = {}) {
  const calls: PlayedCall[] = []
  const counter = await aCounter({
    products: [],
    permissions,
    blindCount,
    path: '/kiosk/caisse',
    onCall: (call) => {
      calls.push(call)
      const told = onCall?.(call)
      if (told) return told
      if (call.path === '/disbursement-reasons/all') return { status: 200, body: [transport] }
      if (call.method === 'POST') return 'nobody'
      return undefined
    },
  })
  const sell = async (cash: number) => {
    const sale = await counter.store.set(createSaleAtom)
    const paid = await counter.store.set(changeSaleAtom, sale, (open) =>
      payCash(
        addRecord(open, {
          id: crypto.randomUUID(),
          stockItemId: crypto.randomUUID(),
          label: 'Doliprane 500 mg cp B/16',
          quantity: 1,
          price: cash,
        }),
        { id: crypto.randomUUID(), tendered: cash },
        5,
      ),
    )
    return counter.store.set(endSaleAtom, paid!, 5)
  }
  const acts = () =>
    counter.store.get(snapshotAtom).outbox.flatMap(({ kind, payload }) =>
      kind === 'register-act'
        ? [
            JSON.parse(payload) as {
              act: string
              comment?: string | null
              amount?: number
              denominations?: unknown
              beneficiary?: string | null
              unfinished?: unknown
              taking?: unknown
            },
          ]
        : [],
    )
  return { ...counter, calls, sell, acts }
}

export async function openWith(user: Awaited<ReturnType<typeof aTill>>['user'], float: string) {
  await screen.findByRole('heading', { name: 'Ouvrir la caisse' })
  const pad = within(screen.getByRole('group', { name: 'Pavé numérique' }))
  for (const digit of float) await user.click(pad.getByRole('button', { name: digit }))
  await user.click(screen.getByRole('button', { name: 'Ouvrir la caisse' }))
  await screen.findByRole('heading', { name: 'Caisse' })
}

/** As the server answers to its opening. */
export function aRegister({ id, openedAt, float }: { id: string; openedAt: string; float: number }) {
  const who = '018f0000-0000-7000-8000-0000000000a1'
  return {
    id,
    openedBy: who,
    openedByName: 'DOSSOU Aurèle',
    openedAt,
    float,
    heldBy: who,
    heldByName: 'DOSSOU Aurèle',
    state: 'OPEN',
    closedAt: null,
    closedByName: null,
    sales: 0,
    number: null,
    gap: null,
  }
}
