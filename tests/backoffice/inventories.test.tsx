import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { InventoryDetail, InventoryLine } from '#shared/contract/inventories.ts'
import type { NewCount, SheetLine } from '#shared/contract/inventory-counting.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const id = '018f0000-0000-7000-8000-0000000000e1'
const lotId = '018f0000-0000-7000-8000-0000000000e2'
const memberId = '018f0000-0000-7000-8000-0000000000e4'
const inventory: InventoryDetail = {
  id,
  number: 4,
  label: 'Tiroir A1',
  scope: { kind: 'whole' },
  state: 'open',
  createdAt: '2026-11-21T08:00:00.000Z',
  createdByName: 'TOSSOU Mireille',
  closedAt: null,
  closedByName: null,
  canceledAt: null,
  cancelReason: null,
  lines: 2,
  counted: 1,
  differing: null,
  missing: null,
  surplus: null,
  progress: { toCount: 1, toRecount: 1, counted: 0 },
}
const lot = {
  stockItemId: lotId,
  pharmacyProductId: '018f0000-0000-7000-8000-0000000000e3',
  label: 'Coartem 20/120 mg cp B/24',
  packaging: 'Boîte de 24',
  lot: 'AB12',
  expiresOn: '2028-04-30',
  storage: 'Tiroir A1',
  countsTwice: false,
}
const line: InventoryLine = {
  ...lot,
  state: 'to-recount',
  rounds: 1,
  counted: 9,
  expected: 12,
  difference: -3,
  countedAt: '2026-11-21T09:00:00.000Z',
  countedByName: 'ADJOVI Fifamè',
  value: -9060,
  reason: null,
  note: null,
}
const sheetLine: SheetLine = {
  ...lot,
  state: 'to-count',
  packagingId: '018f0000-0000-7000-8000-0000000000e5',
  codes: ['3400930000007'],
  isMine: false,
}
const other: SheetLine = {
  ...sheetLine,
  stockItemId: '018f0000-0000-7000-8000-0000000000e6',
  label: 'Doliprane 1000 mg cp B/8',
  lot: 'DL1',
  codes: ['3400930000014'],
  storage: 'Tiroir B2',
}

/** A server with one inventory; `written` is what it was asked to change. */
async function inventories(
  path: string,
  { permissions, refusal }: { permissions?: readonly Permission[]; refusal?: Answer } = {},
) {
  const written: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice${path}`,
    products: [],
    ...(permissions ? { permissions } : {}),
    answer: (asked) => {
      const { path: called, method } = asked
      if (!called.startsWith('/inventories')) return undefined
      if (method !== 'GET') {
        written.push(asked)
        if (refusal) return refusal
        if (called.endsWith('/counting-link'))
          return { status: 201, body: { token: 'comptage.abc', expiresAt: '2026-11-21T23:00:00.000Z' } }
        if (called === '/inventories/counts') return ok({ id: (asked.body as NewCount).id, stockItemId: lotId })
        if (called.endsWith('/lines')) return ok({ changed: 1 })
        return { status: called === '/inventories' ? 201 : 200, body: inventory }
      }
      if (called === '/inventories') return ok({ items: [inventory], total: 1 })
      if (called === '/inventories/doubtful')
        return ok({
          products: [
            {
              id: lot.pharmacyProductId,
              label: lot.label,
              storage: null,
              lots: 2,
              lastCountedAt: null,
              movements: 40,
              reasons: ['negative', 'never-counted'],
            },
          ],
          quietHours: [14, 15],
        })
      if (called === '/inventories/report')
        return ok([
          {
            key: 'none',
            label: 'Sans rangement',
            lots: 10,
            right: 9,
            accuracy: 90,
            missing: 9060,
            surplus: 0,
            shrinkage: 25,
          },
        ])
      if (called.endsWith('/lines')) return ok({ items: [line], total: 1, missing: 9060, surplus: 0 })
      if (called.endsWith('/sheet'))
        return ok({ inventory, member: { id: memberId, name: 'ADJOVI Fifamè' }, lines: [sheetLine, other] })
      return ok(inventory)
    },
  })
  return { ...desk, written }
}
const button = (name: RegExp | string) => screen.findByRole('button', { name })

afterEach(() => localStorage.clear())

describe('inventories', () => {
  test('one of the most doubtful products is begun with the reasons in sight', async () => {
    const { user, written } = await inventories('/inventaires?nouveau=oui&portee=products')
    const form = within(await screen.findByRole('complementary', { name: 'Nouvel inventaire' }))
    const product = await form.findByRole<HTMLInputElement>('checkbox', { name: /Coartem/ })
    expect(product.checked).toBe(true)
    expect(plain(form.getByText(/jamais compté/).textContent ?? '')).toBe('2 lots, stock négatif, jamais compté')
    expect(plain(form.getByText(/Heures calmes/).textContent ?? '')).toBe('Heures calmes : 14 h, 15 h.')
    await user.click(form.getByRole('button', { name: 'Commencer' }))
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]!.body).toMatchObject({
      label: 'Inventaire tournant',
      scope: { kind: 'products', ids: [lot.pharmacyProductId] },
    })
    await waitFor(() => expect(window.location.pathname).toBe(`/backoffice/inventaires/${id}`))
  })

  test('who closes sees what differs, says why, and closes with the last count', async () => {
    const { user, written } = await inventories(`/inventaires/${id}`)
    await user.click(await screen.findByText('Coartem 20/120 mg cp B/24'))
    const panel = within(await screen.findByRole('complementary', { name: /Coartem/ }))
    expect(rowTexts()[0]).toEqual(expect.arrayContaining(['9', '12', '−3']))
    await user.click(panel.getByRole('combobox', { name: 'Raison de l’écart' }))
    await user.click(await screen.findByRole('option', { name: 'Vol' }))
    await user.click(panel.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(written[0]?.body).toMatchObject({ stockItemIds: [lotId], reason: 'theft' }))

    await user.click(await button('Clôturer'))
    const dialog = within(await screen.findByRole('dialog', { name: /Clôturer l’inventaire/ }))
    expect(plain((await dialog.findByText(/écart corrige/)).textContent ?? '')).toContain('1 écart corrige le stock')
    const close = dialog.getByRole<HTMLButtonElement>('button', { name: 'Clôturer' })
    expect(close.disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /Garder le dernier comptage/ }))
    await user.click(dialog.getByRole('radio', { name: /Les mettre à zéro/ }))
    await user.click(close)
    await waitFor(() => expect(written[1]?.body).toEqual({ uncounted: 'gone', acceptsDiffering: true }))
  })

  test('who only counts sees no « Écarts » and cannot close', async () => {
    await inventories(`/inventaires/${id}`, { permissions: ['inventory.count'] })
    await screen.findByText('Coartem 20/120 mg cp B/24')
    expect(screen.queryByText('Écarts')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clôturer' })).toBeNull()
  })

  test('the code for a phone holds the address and the link, made once', async () => {
    const { user, written } = await inventories(`/inventaires/${id}`)
    await user.click(await button('Compter au téléphone'))
    const picture = await screen.findByRole('img', { name: 'Code à scanner avec le téléphone' })
    expect(picture.getAttribute('src')).toContain('data:image/svg+xml')
    expect(written.map(({ path }) => path)).toEqual([`/inventories/${id}/counting-link`])
  })

  test('the report says accuracy and shrinkage', async () => {
    await inventories('/inventaires/rapport')
    await screen.findByText('Sans rangement')
    expect(rowTexts()[0]!.map(plain)).toEqual(['Sans rangement', '10', '9', '90 %', '9 060', '0', '2,5 %'])
  })
})

describe('counting', () => {
  test('at a terminal: a lot is opened by its code, typed blind, and sent; it is done at once', async () => {
    const { user, written } = await inventories(`/inventaires/${id}/compter`)
    const field = await screen.findByRole('textbox', { name: 'Scanner une boîte, ou chercher' })
    await user.type(field, '3400930000007{Enter}')
    const pad = within(await screen.findByRole('dialog', { name: /Compter Coartem/ }))
    expect(pad.getByRole('status', { name: 'Quantité comptée' }).textContent).toBe('–')
    await user.keyboard('12{Enter}')
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]).toMatchObject({
      path: '/inventories/counts',
      body: { inventoryId: id, stockItemId: lotId, kind: 'whole', quantity: 12 },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(/1 sur 2 lots/)).toBeTruthy()
  })

  test('a lot that the inventory does not have is counted with what its box says', async () => {
    const { user, written } = await inventories(`/inventaires/${id}/compter`)
    const field = await screen.findByRole('textbox', { name: 'Scanner une boîte, ou chercher' })
    await user.type(field, '01034009300000071728043010NEW7{Enter}')
    const pad = within(await screen.findByRole('dialog', { name: /Compter Coartem/ }))
    expect(pad.getByText(/Nouveau lot/).textContent).toContain('NEW7')
    await user.click(pad.getByRole('button', { name: '4' }))
    await user.click(pad.getByRole('button', { name: 'Compté' }))
    await waitFor(() =>
      expect(written[0]?.body).toMatchObject({ stockItemId: null, found: { lot: 'NEW7', expiresOn: '2028-04-30' } }),
    )
  })

  test('a box of another product is said', async () => {
    const { user } = await inventories(`/inventaires/${id}/compter`)
    await user.type(await screen.findByRole('textbox', { name: /Scanner/ }), '3400930000021{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('n’est pas dans cet inventaire')
  })

  test('on a phone: without sign-in, in the name of the link; what is not answered waits on the phone and is sent later', async () => {
    let isThere = false
    const sent: NewCount[] = []
    const { user } = await aDesk({
      account: null,
      path: `/backoffice/inventaires/${id}/compter#comptage.abc`,
      answer: ({ path: called, body, method }) => {
        if (called.endsWith('/sheet'))
          return ok({ inventory, member: { id: memberId, name: 'ADJOVI Fifamè' }, lines: [sheetLine, other] })
        if (method === 'POST' && called === '/inventories/counts') {
          if (!isThere) return 'nobody'
          sent.push(body as NewCount)
          return ok({ id: (body as NewCount).id, stockItemId: lotId })
        }
        return undefined
      },
    })
    await user.click(await button(/Coartem/))
    // The secret does not stay in the address.
    expect(location.hash).toBe('')
    await user.keyboard('7{Enter}')
    expect((await screen.findByText(/1 à envoyer/)).textContent).toContain('1 sur 2')
    expect(localStorage.getItem(`officine:comptage:${id}`)).toContain('"quantity":7')
    isThere = true
    await user.click(await button(/Doliprane/))
    await user.keyboard('3{Enter}')
    await waitFor(() => expect(sent.map(({ quantity }) => quantity)).toEqual([7, 3]))
    expect(sent[0]).toMatchObject({ sellerId: memberId, inventoryId: id, stockItemId: lotId })
    await waitFor(() => expect(screen.queryByText(/à envoyer/)).toBeNull())
  })

  test.each(['terminal', 'phone'] as const)(
    'a %s that is full keeps the count on its pad and says the way out; it is counted once there is room',
    async (device) => {
      const { user } = await aDesk({
        ...(device === 'phone' && { account: null }),
        path: `/backoffice/inventaires/${id}/compter${device === 'phone' ? '#comptage.abc' : ''}`,
        answer: ({ path: called }) =>
          called.endsWith('/sheet')
            ? ok({ inventory, member: { id: memberId, name: 'ADJOVI Fifamè' }, lines: [sheetLine, other] })
            : 'nobody',
      })
      await user.click(await button(/Coartem/))
      const free = fillDisk()
      await user.keyboard('12{Enter}')
      const pad = within(await screen.findByRole('dialog', { name: /Compter Coartem/ }))
      expect((await pad.findByRole('alert')).textContent).toMatch(/n’a plus de place.*Libérez de la place/)
      expect(pad.getByRole('status', { name: 'Quantité comptée' }).textContent).toBe('12')
      free()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      // Once: what the full device refused is not among what it sends.
      expect((await screen.findByText(/1 à envoyer/)).textContent).toContain('1 sur 2')
    },
  )

  test('a phone that was offline when the inventory was closed says how many of its counts were not taken; a busy server ends nothing', async () => {
    let sheet: Answer = ok({ inventory, member: { id: memberId, name: 'ADJOVI Fifamè' }, lines: [sheetLine, other] })
    const { user } = await aDesk({
      account: null,
      path: `/backoffice/inventaires/${id}/compter#comptage.abc`,
      answer: ({ path: called }) => (called.endsWith('/sheet') ? sheet : 'nobody'),
    })
    await user.click(await button(/Coartem/))
    await user.keyboard('7{Enter}')
    await screen.findByText(/1 à envoyer/)
    cleanup()
    sheet = { status: 429, body: { message: 'requests:tooMany' } }
    const again = (answer: Answer) =>
      aDesk({ account: null, path: `/backoffice/inventaires/${id}/compter`, answer: () => answer })
    await again(sheet)
    expect(screen.queryByText('Ce lien n’est plus valable')).toBeNull()
    cleanup()
    await again({ status: 401, body: { message: 'auth:invalidToken' } })
    await screen.findByText('Ce lien n’est plus valable')
    expect(plain((await screen.findByRole('alert')).textContent ?? '')).toContain(
      '1 comptage de ce téléphone n’a pas été enregistré',
    )
  })

  test('a link that ended says so', async () => {
    await aDesk({
      account: null,
      path: `/backoffice/inventaires/${id}/compter#comptage.old`,
      answer: () => ({ status: 401, body: { message: 'auth:invalidToken' } }),
    })
    expect(await screen.findByText('Ce lien n’est plus valable')).toBeTruthy()
  })
})
