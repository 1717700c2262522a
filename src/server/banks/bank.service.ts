import { randomUUID } from 'node:crypto'
import type { Bank, banks } from '#shared/contract/banks.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { banksInUse, findBank, insertBank, pageOfBanks, updateBank } from '#server/banks/bank.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { changing } from '#server/lists/changing.ts'

export function listBanks(
  context: Context,
  page: HandlerInput<typeof banks.list>['query'],
): Promise<{ items: Bank[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfBanks(tx, pharmacyId, page))
}

export function everyBank(context: Context): Promise<Bank[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => banksInUse(tx, pharmacyId))
}

export function readBank(context: Context, id: string): Promise<Bank> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireBank(tx, pharmacyId, id))
}

/** Throws `requests:conflict` for a name that a bank has, archived or not. */
export function createBank(context: Context, { name }: HandlerInput<typeof banks.create>['body']): Promise<Bank> {
  return changing(context, async (tx, pharmacyId) => {
    const bank = { id: randomUUID(), name, archived: false }
    await insertBank(tx, pharmacyId, bank)
    return bank
  })
}

export function changeBank(
  context: Context,
  id: string,
  { name, archived }: HandlerInput<typeof banks.patch>['body'],
): Promise<Bank> {
  return changing(context, async (tx, pharmacyId) => {
    const bank = await requireBank(tx, pharmacyId, id)
    const changed = { id, name: name ?? bank.name, archived: archived ?? bank.archived }
    await updateBank(tx, pharmacyId, changed)
    return changed
  })
}

/** Archives: past cheques keep their bank. */
export async function removeBank(context: Context, id: string): Promise<{ id: string }> {
  await changeBank(context, id, { archived: true })
  return { id }
}

async function requireBank(tx: Tx, pharmacyId: string, id: string): Promise<Bank> {
  const bank = await findBank(tx, pharmacyId, id)
  if (!bank) throw new AppError('requests:notFound')
  return bank
}
