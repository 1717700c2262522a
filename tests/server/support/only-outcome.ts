import type { SaleOutcome } from '#shared/contract/sales.ts'

/** What is asked for beside others has an answer of its own. Where it was the only one, its refusal is that of the request; undefined where there is none. */
export function onlyOutcome(text: string): { status: number; message: string } | undefined {
  const { outcomes: [outcome] = [] } = (text.startsWith('{') ? JSON.parse(text) : {}) as { outcomes?: SaleOutcome[] }
  return outcome?.kind === 'refused' ? { status: outcome.status, message: outcome.refusal.message } : undefined
}
