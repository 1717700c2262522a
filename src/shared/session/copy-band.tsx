import { useAtomValue } from 'jotai'
import type { Pharmacy } from '#shared/contract/users.ts'
import { copyAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatHour, formatShortDay, formatWholeDay } from '#shared/ui/date-format.ts'
import classes from './copy-band.module.css'

/** Says above every screen, also the locked one and that of the customers, that this pharmacy is a restored copy. */
export function CopyBand() {
  const copy = useAtomValue(copyAtom)
  if (!copy) return null
  return (
    <section className={classes.band} data-kind={copy.kind} aria-label="Copie">
      {copyWords(copy)}
    </section>
  )
}

function copyWords({ kind, holdsUntil }: NonNullable<Pharmacy['copy']>): string {
  switch (kind) {
    case 'copy':
      return `COPIE du ${formatShortDay(holdsUntil)} ${formatHour(holdsUntil)}\u00a0— rien n’est pris, rien ne part`
    case 'exercise':
      return 'EXERCICE\u00a0— rien n’est vendu'
    case 'past':
      return `LE ${formatWholeDay(holdsUntil).toUpperCase()}\u00a0— lecture seule`
  }
}
