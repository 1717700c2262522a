import type { SaleOutcome } from '#shared/contract/sales.ts'

/**
 * In a batch, each item has its own outcome. For a batch of one, returns the refusal of that item as the status of the
 * request; undefined when there is none.
 */
export function onlyOutcome(text: string): { status: number; message: string } | undefined {
  const { outcomes: [outcome] = [] } = (text.startsWith('{') ? JSON.parse(text) : {}) as { outcomes?: SaleOutcome[] }
  return outcome?.kind === 'refused' ? { status: outcome.status, message: outcome.refusal.message } : undefined
}
