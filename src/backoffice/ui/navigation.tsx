import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import { foldedGroupsAtom } from '#backoffice/ui/folded-groups.ts'
import classes from '#backoffice/ui/frame.module.css'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'
import { type Screen, screenAt, type WaitingWork } from '#backoffice/ui/screens.ts'

/** A larger count has no room in the menu. */
const mostShown = 999

/**
 * The menu, in groups that fold. A folded group still shows the entry of the current screen, and what waits in it.
 */
export function Navigation({ screens, isOpen }: { screens: readonly Screen[]; isOpen: boolean }) {
  const [path] = useLocation()
  const here = screenAt(path, screens)
  const groups = [...new Set(screens.map(({ group }) => group ?? ''))]
  return (
    <nav className={classes.nav} data-open={isOpen || undefined} aria-label="Menu">
      <div className={classes.groups}>
        {groups.map((group) => (
          <Group
            key={group}
            name={group}
            entries={screens.filter((screen) => (screen.group ?? '') === group)}
            here={here}
          />
        ))}
      </div>
      <HelpLink href={config.helpUrl} className={`${classes.link} ${classes.help} officine-focus`} />
    </nav>
  )
}

function Group({ name, entries, here }: { name: string; entries: readonly Screen[]; here: Screen | undefined }) {
  const [folded, turn] = useAtom(foldedGroupsAtom)
  const isOpen = name === '' || !folded.has(name)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.entries}>
      {name !== '' && (
        <div className={classes.group}>
          <button type="button" className="officine-focus" aria-expanded={isOpen} onClick={() => turn(name)}>
            {name}
            <Chevron size={14} aria-hidden />
          </button>
          {!isOpen && entries.map((screen) => screen !== here && <WaitingThere key={screen.path} screen={screen} />)}
        </div>
      )}
      {entries.map(
        (screen) => (isOpen || screen === here) && <Entry key={screen.path} screen={screen} isHere={screen === here} />,
      )}
    </div>
  )
}

function Entry({ screen, isHere }: { screen: Screen; isHere: boolean }) {
  const { path, title, icon: Icon } = screen
  const entry = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isHere) entry.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isHere])
  return (
    <div ref={entry} className={classes.entry}>
      <Link href={path} className={`${classes.link} officine-focus`} aria-current={isHere ? 'page' : undefined}>
        <Icon size={19} stroke={1.8} aria-hidden />
        {title}
      </Link>
      <WaitingThere screen={screen} />
    </div>
  )
}

function WaitingThere({ screen: { waiting } }: { screen: Screen }) {
  const rights = useAtomValue(rightsAtom)
  return waiting && mayCall(rights, { permission: waiting.needs }) ? <Waiting {...waiting} /> : null
}

/** The count leads to the rows that it counts. */
function Waiting({ useCount, words, path }: WaitingWork) {
  const count = useCount()
  if (count === 0) return null
  return (
    <Link href={path} className={`${classes.count} officine-focus`} aria-label={words(count)} title={words(count)}>
      {count > mostShown ? `${mostShown}+` : count}
    </Link>
  )
}
