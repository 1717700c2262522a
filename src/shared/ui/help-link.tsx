import { Anchor } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface HelpLinkProps {
  /** URL of the help page, from the configuration. Undefined: renders nothing. */
  href: string | undefined
  children?: ReactNode
  withIcon?: boolean
  className?: string
}

export function HelpLink({ href, children = 'Aide', withIcon = true, className }: HelpLinkProps) {
  if (!href) return null
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer"
      className={className}
      c={className ? undefined : 'inherit'}
      style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}
    >
      {withIcon && <IconHelp size="var(--icon)" aria-hidden />}
      {children}
    </Anchor>
  )
}
