import { IconBuildingStore, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { LoadingBand } from '#backoffice/ui/loading-band.tsx'
import { MemberMenu } from '#backoffice/ui/member-menu.tsx'
import { Navigation } from '#backoffice/ui/navigation.tsx'
import { OfflineBand } from '#backoffice/ui/offline-band.tsx'
import { NoticeBar } from '#backoffice/ui/notice-bar.tsx'
import { pageKeysAtom } from '#backoffice/ui/page-keys.ts'
import { usePopoverEscape } from '#backoffice/ui/popover-escape.ts'
import type { Screen } from '#backoffice/ui/screens.ts'
import { useWindowTitle } from '#backoffice/ui/tab-title.ts'
import { UpdateButton } from '#backoffice/ui/update-button.tsx'
import classes from '#backoffice/ui/frame.module.css'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { outboxAtom } from '#shared/store/sales/sale-atoms.ts'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { KeyBar } from '#shared/ui/key-bar.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { ShortcutsModal } from '#shared/ui/shortcuts-modal.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

interface FrameProps {
  screens: readonly Screen[]
  /** The search dialog of Ctrl+K. */
  finder: ComponentType<{ screens: readonly Screen[]; onClose: () => void }>
  children: ReactNode
}

/** The frame of every screen: top bar, menu, page and key bar. */
export function Frame({ screens, finder: Finder, children }: FrameProps) {
  const [path, go] = useLocation()
  const [menuAt, setMenuAt] = useState<string>()
  const [shown, setShown] = useState<'finder' | 'shortcuts' | null>(null)
  const keys = useAtomValue(pageKeysAtom)
  const asks = screens.some(({ path }) => path === '/ventes')
    ? 'Chercher un écran, un produit, un client, une vente'
    : 'Chercher un écran, un produit'
  const close = () => setShown(null)
  usePopoverEscape()
  useWindowTitle(screens)
  useShortcuts({
    'mod+k': () => setShown('finder'),
    '?': () => setShown('shortcuts'),
    ...(menuAt === path && { Escape: () => setMenuAt(undefined) }),
    ...Object.fromEntries(
      screens.flatMap(({ letter, path }) => (letter === undefined ? [] : [[`g ${letter}`, () => go(path)]])),
    ),
  })
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <button
          type="button"
          className={`${classes.menu} officine-focus`}
          aria-label="Menu"
          aria-expanded={menuAt === path}
          onClick={() => setMenuAt(menuAt === path ? undefined : path)}
        >
          <IconMenu2 size={24} aria-hidden />
        </button>
        <Link href="/" className={`${classes.brand} officine-focus`}>
          <Logo size={30} />
          Officine
        </Link>
        <button type="button" className={`${classes.find} officine-focus`} onClick={() => setShown('finder')}>
          <IconSearch size={18} aria-hidden />
          {asks}
          <kbd>Ctrl K</kbd>
        </button>
        <div className={classes.end}>
          <UpdateButton />
          <Network />
          <PharmacyName />
          <MemberMenu />
        </div>
      </header>
      <div className={classes.bands}>
        <OfflineBand />
        <LoadingBand />
      </div>
      {/* Opened over a narrow window, it closes when another screen opens. */}
      <Navigation screens={screens} isOpen={menuAt === path} />
      <div className={classes.main}>{children}</div>
      <NoticeBar />
      <div className={classes.keys}>
        <KeyBar
          hints={[...keys.hints, { keys: ['Ctrl K'], label: 'Chercher' }, { keys: ['?'], label: 'Raccourcis' }]}
          end={keys.end}
        />
      </div>
      {shown === 'finder' && (
        <Suspense>
          <Finder screens={screens} onClose={close} />
        </Suspense>
      )}
      <ShortcutsModal
        opened={shown === 'shortcuts'}
        onClose={close}
        groups={[
          {
            title: 'Partout',
            hints: [
              { keys: ['Ctrl K'], label: asks },
              { keys: ['?'], label: 'Cette page' },
              { keys: ['Échap'], label: 'Fermer' },
            ],
          },
          {
            title: 'Aller à',
            hints: screens.flatMap(({ letter, title }) =>
              letter === undefined ? [] : [{ keys: ['G', letter.toUpperCase()], label: title }],
            ),
          },
          ...(keys.hints.length > 0 ? [{ title: 'Sur cet écran', hints: keys.hints }] : []),
        ]}
      />
    </div>
  )
}

function Network() {
  const { state, seconds } = useAtomValue(connectivityAtom)
  const waiting = useAtomValue(outboxAtom)
  return <ConnectivityPill state={state} secondsOffline={seconds} pendingCount={waiting.length} />
}

function PharmacyName() {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  if (!pharmacy) return null
  return (
    <span className={classes.pharmacy}>
      <IconBuildingStore size={18} aria-hidden />
      <span>{pharmacy.name}</span>
    </span>
  )
}
