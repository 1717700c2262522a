import { randomUUID } from 'node:crypto'
import type { NewDestruction } from '#shared/contract/destructions.ts'
import type { NewRecall } from '#shared/contract/recalls.ts'
import type {
  NewAdjustment,
  NewLotBlock,
  NewLotCorrection,
  NewStorageMove,
  NewUnpacking,
} from '#shared/contract/stock-acts.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

type By = { seller?: TestMember }

function made(shop: Shop, seller: TestMember = shop.pharmacien) {
  return {
    ...madeAtTill(shop, seller),
    doneAt: '2026-03-02T09:00:00.000Z',
    stockItemId: shop.lots[0],
  }
}

/** Acts on a lot as a terminal sends them: by the pharmacien, who may adjust, on the first lot of the shop. */
export function anUnpacking(shop: Shop, { seller, ...rest }: Partial<NewUnpacking> & By = {}): NewUnpacking {
  return { ...made(shop, seller), boxes: 1, ...rest }
}

export function anAdjustment(shop: Shop, { seller, ...rest }: Partial<NewAdjustment> & By = {}): NewAdjustment {
  return { ...made(shop, seller), change: -2, reason: 'breakage', note: null, ...rest }
}

export function aLotBlock(shop: Shop, { seller, ...rest }: Partial<NewLotBlock> & By = {}): NewLotBlock {
  return { ...made(shop, seller), act: 'quarantine', note: null, ...rest }
}

export function aLotCorrection(shop: Shop, { seller, ...rest }: Partial<NewLotCorrection> & By = {}): NewLotCorrection {
  const from = { lot: 'L1', expiresOn: '2099-12-31' }
  return { ...made(shop, seller), lot: 'L2', expiresOn: '2030-06-30', from, reason: 'read-on-box', note: null, ...rest }
}

export function aStorageMove(shop: Shop, { seller, ...rest }: Partial<NewStorageMove> & By = {}): NewStorageMove {
  return { ...made(shop, seller), storageId: null, whole: false, ...rest }
}

export function aDestruction(shop: Shop, rest: Partial<NewDestruction> = {}): NewDestruction {
  return {
    id: randomUUID(),
    revision: 1,
    destroyedOn: '2026-03-02',
    method: 'Incinération',
    witness: 'Mme Adjovi, DDPM',
    note: null,
    lines: [{ stockItemId: shop.lots[1], quantity: 1, reason: 'damaged' }],
    ...rest,
  }
}

export function aRecall(shop: Shop, rest: Partial<NewRecall> = {}): NewRecall {
  return {
    id: randomUUID(),
    pharmacyProductId: shop.products[0],
    lot: 'L1',
    reason: 'Défaut de stérilité',
    reference: 'ABRP 2026/14',
    ...rest,
  }
}
