import { IconHelp, IconPackage, IconReceipt, IconShoppingBag } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import classes from './frame.module.css'

interface RailProps {
  /** Sales that wait to be sent, and among them those the server refused. */
  queue: { waiting: number; refused: number }
}

const places = [
  { feature: 'vente', href: '/vente', label: 'Vente', Icon: IconShoppingBag },
  { feature: 'ventes', href: '/ventes', label: 'Ventes', Icon: IconReceipt },
  { feature: 'stock', href: '/stock', label: 'Stock', Icon: IconPackage },
] as const

/** Where one may go from the counter: what exists and is not switched off. */
export function Rail({ queue }: RailProps) {
  const [location] = useLocation()
  const isHere = (href: string) => location === href || location.startsWith(`${href}/`)
  return (
    <nav className={classes.rail} aria-label="Comptoir">
      {places
        .filter(({ feature }) => !config.disabledFeatures.includes(feature))
        .map(({ href, label, Icon }) => (
          <Link key={href} href={href} className={`${classes.place} officine-focus`} aria-current={isHere(href) ? 'page' : undefined}>
            <Icon size={28} aria-hidden />
            {label}
            {href === '/ventes' && <QueueBadge {...queue} />}
          </Link>
        ))}
      <HelpLink href={config.helpUrl} withIcon={false} className={`${classes.place} officine-focus`}>
        <IconHelp size={28} aria-hidden />
        Aide
      </HelpLink>
    </nav>
  )
}

function QueueBadge({ waiting, refused }: RailProps['queue']) {
  if (refused > 0) return <span className={`${classes.badge} ${classes.refused}`} title="Ventes refusées">{refused}</span>
  if (waiting > 0) return <span className={classes.badge} title="Ventes à envoyer">{waiting}</span>
  return null
}
