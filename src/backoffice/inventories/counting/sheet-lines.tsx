import { IconCheck, IconRefresh } from '@tabler/icons-react'
import type { SheetLine } from '#shared/contract/inventory-counting.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import classes from '#backoffice/inventories/counting/counting.module.css'

/** A phone draws a few hundred rows at once; the search and the scan find the others. */
const mostRows = 200

interface SheetLinesProps {
  lines: readonly SheetLine[]
  isSearched: boolean
  onOpen: (line: SheetLine) => void
}

/** The lots by storage, in the order in which the shop is walked. */
export function SheetLines({ lines, isSearched, onOpen }: SheetLinesProps) {
  if (lines.length === 0)
    return <p className={classes.empty}>{isSearched ? 'Aucun lot trouvé.' : 'Tout est compté. Merci\u202f!'}</p>
  const rows = lines.slice(0, mostRows)
  const storages = [...new Set(rows.map(({ storage }) => storage))]
  return (
    <div className={classes.sheet}>
      {storages.map((storage) => (
        <section key={storage ?? ''} aria-label={storage ?? 'Sans rangement'}>
          <h2>{storage ?? 'Sans rangement'}</h2>
          <ul>
            {rows
              .filter((line) => line.storage === storage)
              .map((line) => (
                <li key={line.stockItemId}>
                  <button type="button" className={`${classes.line} officine-focus`} onClick={() => onOpen(line)}>
                    <span>
                      <b>{line.label}</b>
                      <small>{factsOf(line)}</small>
                    </span>
                    {line.state === 'counted' && <IconCheck size={24} aria-label="Compté" className={classes.done} />}
                    {line.state === 'to-recount' && (
                      <span className={classes.again}>
                        <IconRefresh size={20} aria-hidden /> À recompter
                      </span>
                    )}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {lines.length > mostRows && (
        <p className={classes.empty}>{`${lines.length - mostRows} autres lots\u00a0: cherchez, ou scannez.`}</p>
      )}
    </div>
  )
}

function factsOf({ lot, expiresOn, packaging }: SheetLine): string {
  return [lot && `Lot ${lot}`, expiresOn && formatMonth(expiresOn), packaging].filter(Boolean).join(' · ')
}
