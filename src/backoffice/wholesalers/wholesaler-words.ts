import type { Availability } from '#shared/domain/price-lists/price-list.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const availabilityWords: Record<Availability, { label: string; tone: StatusTone }> = {
  available: { label: 'Disponible', tone: 'success' },
  limited: { label: 'Limité', tone: 'warning' },
  out: { label: 'En rupture', tone: 'danger' },
}

/** « 10 + 1 »; null without a rule. */
export function freeUnitsText({ per, free }: { per: number; free: number }): string | null {
  return per > 0 && free > 0 ? `${per}\u00a0+\u00a0${free}` : null
}
