import type { z } from 'zod'
import type { NewCashRegister, NewReopening, NewOverdraw, NewSaleOpening } from '#shared/contract/cash-registers.ts'
import type { NewClosing, NewCounting, NewHandOver } from '#shared/contract/register-counts.ts'
import type { NewDisbursement, NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { NewMovement } from '#shared/contract/movements.ts'
import type { CollectionType } from '#shared/domain/register/movements.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'

type By = { seller?: TestMember }

function made(shop: Shop, seller: TestMember = shop.titulaire) {
  return {
    ...madeAtTill(shop, seller),
  }
}

/** The acts that a terminal sends for a register, with defaults: by the titulaire, who has all rights. */
export function anOpening(shop: Shop, { seller, ...rest }: Partial<NewCashRegister> & By = {}): NewCashRegister {
  return { ...made(shop, seller), openedAt: '2026-03-02T07:00:00.000Z', float: 20_000, ...rest }
}

/** A count of `cash`, in coins of one. */
function counting(cash: number) {
  return {
    countedAt: '2026-03-02T18:00:00.000Z',
    denominations: cash === 0 ? [] : splitCoins(cash),
    others: [],
    comment: null,
  }
}

/** Notes of 10,000 and the rest in coins of 1, within the limit of a count for each. */
function splitCoins(cash: number) {
  return [
    { form: 'note' as const, value: 10_000, count: Math.floor(cash / 10_000) },
    { form: 'coin' as const, value: 1, count: cash % 10_000 },
  ]
}

export function aCounting(
  shop: Shop,
  { seller, cash = 0, ...rest }: Partial<NewCounting> & By & { cash?: number } = {},
): NewCounting {
  return { ...made(shop, seller), ...counting(cash), reason: null, ...rest }
}

export function aClosing(
  shop: Shop,
  { seller, cash = 0, ...rest }: Partial<NewClosing> & By & { cash?: number } = {},
): NewClosing {
  return { ...made(shop, seller), ...counting(cash), awaits: [], unfinished: [], ...rest }
}

export function aHandOver(
  shop: Shop,
  { seller, cash = 0, ...rest }: Partial<NewHandOver> & By & { cash?: number } = {},
): NewHandOver {
  return { ...made(shop, seller), ...counting(cash), receivedBy: shop.pharmacien.id, ...rest }
}

export function aReopening(shop: Shop, { seller, ...rest }: Partial<NewReopening> & By = {}): NewReopening {
  return { ...made(shop, seller), reason: 'Oubli d’un chèque', ...rest }
}

export function aSaleOpening(shop: Shop, { seller, ...rest }: Partial<NewSaleOpening> & By = {}): NewSaleOpening {
  return {
    ...made(shop, seller),
    registerId: shop.registerId,
    purpose: 'reprint',
    openedAt: '2026-03-02T12:00:00.000Z',
    ...rest,
  }
}

type Overdraw = z.infer<typeof NewOverdraw>

export function anOverdraw(shop: Shop, { seller, ...rest }: Partial<Overdraw> & By = {}): Overdraw {
  return { ...made(shop, seller), amount: 500_000, triedAt: '2026-03-02T12:00:00.000Z', ...rest }
}

export function aDisbursement(shop: Shop, { seller, ...rest }: Partial<NewDisbursement> & By = {}): NewDisbursement {
  return {
    ...made(shop, seller),
    registerId: shop.registerId,
    reasonId: idOf(shop.id, 'reason'),
    amount: 3000,
    beneficiary: 'Zémidjan',
    note: null,
    spentAt: '2026-03-02T10:00:00.000Z',
    ...rest,
  }
}

type Gesture =
  | { kind: 'cash-in' }
  | { kind: 'deposit' }
  | { kind: 'collection'; type: CollectionType; operator: string | null; clientId: string }

export function aMovement(
  shop: Shop,
  {
    seller,
    gesture = { kind: 'cash-in' },
    ...rest
  }: { registerId?: string; amount?: number; note?: string | null; occurredAt?: string; gesture?: Gesture } & By = {},
): NewMovement {
  return {
    ...made(shop, seller),
    registerId: shop.registerId,
    amount: 5000,
    note: 'Monnaie',
    occurredAt: '2026-03-02T11:00:00.000Z',
    ...gesture,
    ...rest,
  }
}

export function aReceiptPhoto(
  shop: Shop,
  disbursementId: string,
  { seller, ...rest }: Partial<NewDisbursementPhoto> & By = {},
): NewDisbursementPhoto {
  return {
    ...made(shop, seller),
    disbursementId,
    takenAt: '2026-03-02T10:01:00.000Z',
    mime: 'image/jpeg',
    data: Buffer.from(tinyJpeg).toString('base64'),
    ...rest,
  }
}
