import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import classes from '#backoffice/ui/frame.module.css'
import type { Screen } from '#backoffice/ui/screens.ts'

/** The menu, grouped by trade. */
export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const [path] = useLocation()
  const isHere = (screen: Screen): boolean => (screen.path === '/' ? path === '/' : [screen.path, ...(screen.details ?? [])].some((each) => path === each || path.startsWith(`${each}/`)))
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
          <Link key={screen.path} href={screen.path} className={`${classes.link} officine-focus`} aria-current={isHere(screen) ? 'page' : undefined}>
            <Icon size={19} stroke={1.8} aria-hidden />
            {screen.title}
          </Link>,
        ]
      })}
      <HelpLink href={config.helpUrl} className={`${classes.link} ${classes.help} officine-focus`} />
    </nav>
  )
}
