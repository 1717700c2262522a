import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import classes from '#backoffice/ui/frame.module.css'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'
import type { Screen, WaitingWork } from '#backoffice/ui/screens.ts'

/** A larger count has no room in the menu. */
const mostShown = 999

/** Groups folded in this window. */
const foldedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The menu, in groups that fold; the group of the current screen stays open. */
export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const [path] = useLocation()
  const [folded, setFolded] = useAtom(foldedAtom)
  const here = screenAt(path, screens)
  const groups = [...new Set(screens.map(({ group }) => group ?? ''))]
  const turn = (group: string) => setFolded(folded.has(group) ? without(folded, group) : new Set([...folded, group]))
  return (
    <nav className={classes.nav} aria-label="Menu">
      <div className={classes.groups}>
        {groups.map((group) => {
          const entries = screens.filter((screen) => (screen.group ?? '') === group)
          const isOpen = !folded.has(group) || entries.some((screen) => screen === here)
          return (
            <div key={group} className={classes.entries}>
              {group !== '' && (
                <button
                  type="button"
                  className={`${classes.group} officine-focus`}
                  aria-expanded={isOpen}
                  onClick={() => turn(group)}
                >
                  {group}
                  {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
                </button>
              )}
              {isOpen && entries.map((screen) => <Entry key={screen.path} screen={screen} isHere={screen === here} />)}
            </div>
          )
        })}
      </div>
      <HelpLink href={config.helpUrl} className={`${classes.link} ${classes.help} officine-focus`} />
    </nav>
  )
}

function Entry({ screen: { path, title, icon: Icon, waiting }, isHere }: { screen: Screen; isHere: boolean }) {
  const rights = useAtomValue(rightsAtom)
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
      {waiting && mayCall(rights, { permission: waiting.needs }) && <Waiting {...waiting} />}
    </div>
  )
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

function without(groups: ReadonlySet<string>, group: string): ReadonlySet<string> {
  return new Set([...groups].filter((each) => each !== group))
}

/** The screen of an address: between `/ventes` and `/ventes/manquees`, the longest matching path. */
function screenAt(path: string, screens: readonly Screen[]): Screen | undefined {
  const begins = (own: string): boolean => (own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`))
  const found = screens.filter((screen) => [screen.path, ...(screen.details ?? [])].some(begins))
  return found.toSorted((a, b) => b.path.length - a.path.length)[0]
}
