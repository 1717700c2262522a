import { Button } from '@mantine/core'
import { mayBeOpened } from '#kiosk/counter/sale/opened-lots.ts'
import { isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { type LotActKind, lotName } from './lot-act.tsx'
import type { ShelfLot } from './lots-by-packaging.ts'
import classes from './products.module.css'

const words: Record<LotActKind, string> = {
  adjust: 'Corriger',
  correct: 'Lot et date',
  unpack: 'Déconditionner',
  quarantine: 'Mettre de côté',
  release: 'Remettre en vente',
}

/** The acts that make sense for a lot now. Only the end of its recall releases a recalled lot. */
function actsOf(lot: ShelfLot, isLoose: boolean): LotActKind[] {
  const isBlocked = isBlockedLot(lot)
  return [
    'adjust',
    // Loose units are corrected with their box.
    ...(lot.archived || isLoose ? [] : (['correct'] as const)),
    ...(mayBeOpened(lot) && !isBlocked && !lot.archived && lot.left > 0 ? (['unpack'] as const) : []),
    ...(isBlocked ? [] : (['quarantine'] as const)),
    ...(lot.blocked === 'quarantine' ? (['release'] as const) : []),
  ]
}

interface LotButtonsProps {
  lot: ShelfLot
  /** Loose units of an opened box. */
  isLoose: boolean
  onAct: (kind: LotActKind) => void
}

export function LotButtons({ lot, isLoose, onAct }: LotButtonsProps) {
  return (
    <div className={classes.acts} role="group" aria-label={`Actions sur le ${lotName(lot)}`}>
      {actsOf(lot, isLoose).map((kind) => (
        <Button key={kind} variant="light" size="md" onClick={() => onAct(kind)}>
          {words[kind]}
        </Button>
      ))}
    </div>
  )
}
