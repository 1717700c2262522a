import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { isAboveContract } from '#shared/domain/coverage/policy-terms.ts'
import { doneAt } from '#server/base/done-at.ts'
import type { Tx } from '#server/db/database.ts'
import { withLentRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { insertQuickPatient, readCounter, type Counter } from '#server/persons/quick-patient.repo.ts'
import { quickPerson } from '#server/persons/quick-person.ts'
import { readActor, refusalOfActing } from '#server/sellers/acting.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

/**
 * Creates a patient that a terminal made, exactly once. Checks the rights of the seller. A repeated
 * call returns the stored patient. Two patients with the same phone are both kept: the back-office merges duplicates.
 */
export async function createQuickPatient(context: Context, body: NewQuickPatient): Promise<Person> {
  const { now, changes } = context
  const pharmacyId = pharmacyOf(context)
  return acceptOnce<Person>(context, {
    pharmacyId,
    kind: 'patient',
    payload: body,
    async judge(tx) {
      const counter = await readCounter(tx, pharmacyId, body, now)
      const acting = await actingWith(tx, context, body)
      const refusal = refusalOfActing(acting, body.sellerId, 'sale.sell') ?? refusalOf(body, counter)
      if (refusal) return { accepted: false, refusal }
      const made = quickPerson({ ...body, policy: policyWithin(body, counter, acting.rights) }, counter)
      await insertQuickPatient(tx, { pharmacyId, ...made, createdAt: new Date(doneAt(body.createdAt, context)) })
      await acting.lent()?.note(tx)
      changes.revised.add('persons')
      return { accepted: true, answer: made.person }
    },
  })
}

async function actingWith(tx: Tx, context: Context, body: NewQuickPatient) {
  const { id, policy, grant, createdAt: at, sellerId, terminalId } = body
  const acting = await readActor(tx, context, { ...body, at })
  return withLentRight(tx, context, acting, {
    grants: [grant],
    subjectId: policy?.contractId ?? id,
    amount: policy?.coverage ?? undefined,
    usedFor: id,
    at,
    sellerId,
    terminalId,
  })
}

/**
 * An archived contract is not a reason to refuse: the card was shown, and the sale that uses it is judged on its own.
 */
function refusalOf({ id, policy }: NewQuickPatient, counter: Counter): Refusal | null {
  if (counter.personExists || counter.policyExists) return { message: 'requests:conflict' }
  if (!policy) return null
  const issues = [
    ...(counter.contract ? [] : [{ path: 'body.policy.contractId', message: 'unknown' }]),
    ...(policy.holderId === null || policy.holderId === id || counter.holderExists
      ? []
      : [{ path: 'body.policy.holderId', message: 'unknown' }]),
  ]
  return issues.length > 0 ? { message: 'requests:invalid', details: { issues } } : null
}

/**
 * A rate above the contract's needs the right to edit contracts. Without it the contract's own rate is kept: the
 * patient stays, and a sale that paid more is flagged.
 */
function policyWithin({ policy }: NewQuickPatient, { contract }: Counter, rights: Rights): NewQuickPatient['policy'] {
  if (!policy || !contract || !isAboveContract(policy.coverage, contract)) return policy
  return rights.may('contract.edit') ? policy : { ...policy, coverage: null }
}
