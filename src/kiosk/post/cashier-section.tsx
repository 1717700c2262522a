import { useAtomValue, useStore } from 'jotai'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { hasCentralCashierAtom, isCashierElsewhereAtom } from '#shared/store/sales/cashier-atoms.ts'
import classes from './post.module.css'

const ways = [
  { isElsewhere: false, name: 'Sur ce poste', hint: 'Les ventes à encaisser restent ici, même sans réseau' },
  { isElsewhere: true, name: 'Sur un autre poste', hint: 'Les ventes à encaisser y partent par le réseau' },
] as const

/** Which terminal collects the sales of this one. Hidden if each seller collects. */
export function CashierSection() {
  const hasCashier = useAtomValue(hasCentralCashierAtom)
  const isElsewhereNow = useAtomValue(isCashierElsewhereAtom)
  const store = useStore()
  if (!hasCashier) return null
  const choose = (isCashierElsewhere: boolean) =>
    void store.get(sessionServicesAtom)?.identity.patchTerminal({ isCashierElsewhere })
  return (
    <PageSection title="Caisse centrale">
      <div
        className={`${classes.ways} ${classes.lastWays}`}
        role="group"
        aria-label="Où les ventes de ce poste sont encaissées"
      >
        {ways.map(({ isElsewhere, name, hint }) => (
          <button
            key={name}
            type="button"
            className={`${classes.way} officine-focus`}
            aria-pressed={isElsewhere === isElsewhereNow}
            onClick={() => choose(isElsewhere)}
          >
            <b>{name}</b>
            <span>{hint}</span>
          </button>
        ))}
      </div>
    </PageSection>
  )
}
