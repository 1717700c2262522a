import { IconPrinterOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { plural } from '#shared/ui/plural.ts'
import classes from './print.module.css'
import { stuckPrintsAtom } from './printer-state.ts'
import { printFailureWords } from './print-words.ts'

/** Reports on every screen that paper waits. Sales can continue. */
export function PrintPill({ onClick }: { onClick: () => void }) {
  const stuck = useAtomValue(stuckPrintsAtom)
  const first = stuck[0]
  return (
    <>
      <span role="status" className="officine-unseen">
        {first && `${first.title}\u00a0: ${printFailureWords(first.lastFailure)}`}
      </span>
      {first && (
        <button
          type="button"
          className={`${classes.pill} officine-focus`}
          aria-label={`${plural(stuck.length, 'impression')} en attente\u00a0: ${printFailureWords(first.lastFailure)}`}
          onClick={onClick}
        >
          <IconPrinterOff size={22} aria-hidden />
          <b>{stuck.length}</b>
          <span className={classes.pillWords}>à imprimer</span>
        </button>
      )}
    </>
  )
}
