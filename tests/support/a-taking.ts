import type { Taking } from '#shared/store/register/till-counts.ts'

/** A register taken with the giver's count, by the code of `memberId`. */
export function aTaking(registerId: string, memberId: string): Taking {
  return {
    grant: {
      id: crypto.randomUUID(),
      permission: 'register.use',
      subjectId: registerId,
      grantedBy: memberId,
      at: '2026-11-21T11:42:00.000Z',
      expiresAt: '2026-11-21T12:12:00.000Z',
      sessionId: null,
    },
    given: null,
    remark: null,
  }
}
