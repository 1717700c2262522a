/** What the pharmacy did with a claim; what came of it follows from the answers and credits. */
export const claimSteps = ['draft', 'sent', 'canceled'] as const
export type ClaimStep = (typeof claimSteps)[number]
export const claimStates = ['draft', 'sent', 'accepted', 'partly-accepted', 'refused', 'credited', 'canceled'] as const
export type ClaimState = (typeof claimStates)[number]

/** Claimed, and accepted by the supplier (null: no answer yet), in minor units. */
export type ClaimedAmount = { amount: number; accepted: number | null }

export type ClaimSums = { claimed: number; accepted: number; credited: number; awaited: number; lost: number }

/** `awaited`: claimed without an answer, or accepted without its credit. `lost`: refused. */
export function claimSums(step: ClaimStep, lines: readonly ClaimedAmount[], credited: number): ClaimSums {
  const claimed = sum(lines.map(({ amount }) => amount))
  const accepted = sum(lines.map((line) => line.accepted ?? 0))
  const answered = sum(lines.map(({ amount, accepted: given }) => (given === null ? 0 : amount)))
  if (step !== 'sent') return { claimed, accepted: 0, credited: 0, awaited: 0, lost: 0 }
  const agreed = Math.max(accepted + claimed - answered, 0)
  return {
    claimed,
    accepted,
    credited,
    awaited: Math.max(0, agreed - credited),
    lost: Math.max(0, answered - accepted),
  }
}

export function claimStateOf(step: ClaimStep, lines: readonly ClaimedAmount[], credited: number): ClaimState {
  if (step !== 'sent') return step
  const { claimed, accepted, awaited } = claimSums(step, lines, credited)
  if (lines.some((line) => line.accepted === null)) return awaited === 0 ? 'credited' : 'sent'
  if (accepted === 0) return 'refused'
  if (awaited === 0) return 'credited'
  return accepted < claimed ? 'partly-accepted' : 'accepted'
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
