import {
  IconCashRegister,
  IconDeviceDesktopCog,
  IconHelp,
  IconPackage,
  IconReceipt,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { config } from '#shared/config.ts'
import { HelpLink } from '#shared/ui/help-link.tsx'
import classes from './frame.module.css'
import type { Place } from '#kiosk/counter/sale/places.ts'

interface RailProps {
  places: readonly Place[]
  /** Sales that wait to be sent; `refused` counts those that the server refused. */
  queue: { waiting: number; refused: number }
  /** Sales that wait for the cashier. */
  toCollect: number
}

const icons: Record<Place['href'], typeof IconHelp> = {
  '/vente': IconShoppingBag,
  '/ventes': IconReceipt,
  '/stock': IconPackage,
  '/clients': IconUsers,
  '/caisse': IconCashRegister,
  '/poste': IconDeviceDesktopCog,
}

export function Rail({ places, queue, toCollect }: RailProps) {
  const [location] = useLocation()
  const isHere = (href: string) => location === href || location.startsWith(`${href}/`)
  return (
    <nav className={classes.rail} aria-label="Comptoir">
      {places.map(({ href, label }) => {
        const Icon = icons[href]
        return (
          <Link
            key={href}
            href={href}
            className={`${classes.place} officine-focus`}
            aria-current={isHere(href) ? 'page' : undefined}
          >
            <Icon size={28} aria-hidden />
            {label}
            {href === '/ventes' && <QueueBadge {...queue} />}
            {href === '/caisse' && toCollect > 0 && (
              <span className={classes.badge} title="Ventes à encaisser">
                {toCollect}
              </span>
            )}
          </Link>
        )
      })}
      <HelpLink href={config.helpUrl} withIcon={false} className={`${classes.place} officine-focus`}>
        <IconHelp size={28} aria-hidden />
        Aide
      </HelpLink>
    </nav>
  )
}

function QueueBadge({ waiting, refused }: RailProps['queue']) {
  if (refused > 0)
    return (
      <span className={`${classes.badge} ${classes.refused}`} title="Ventes refusées">
        {refused}
      </span>
    )
  if (waiting > 0)
    return (
      <span className={classes.badge} title="Ventes à envoyer">
        {waiting}
      </span>
    )
  return null
}
