import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import classes from '#backoffice/ui/frame.module.css'
import type { Screen } from '#backoffice/ui/screens.ts'

/** The menu, grouped by trade. */
export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const [path] = useLocation()
  const here = screenAt(path, screens)
  return (
    <nav className={classes.nav} aria-label="Menu">
      {screens.map((screen, index) => {
        const Icon = screen.icon
        return [
          screen.group && screen.group !== screens[index - 1]?.group ? (
            <div key={screen.group} className={classes.group}>
              {screen.group}
            </div>
          ) : null,
          <Link
            key={screen.path}
            href={screen.path}
            className={`${classes.link} officine-focus`}
            aria-current={screen === here ? 'page' : undefined}
          >
            <Icon size={19} stroke={1.8} aria-hidden />
            {screen.title}
          </Link>,
        ]
      })}
      <HelpLink href={config.helpUrl} className={`${classes.link} ${classes.help} officine-focus`} />
    </nav>
  )
}

/** The screen that an address belongs to: of `/ventes` and `/ventes/manquees` the one that says more. */
function screenAt(path: string, screens: readonly Screen[]): Screen | undefined {
  const begins = (own: string): boolean => (own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`))
  const found = screens.filter((screen) => [screen.path, ...(screen.details ?? [])].some(begins))
  return found.toSorted((a, b) => b.path.length - a.path.length)[0]
}
