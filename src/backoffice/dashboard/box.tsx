import { Button, Skeleton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { Answer } from '#backoffice/ui/use-answer.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/dashboard/dashboard.module.css'

/** A box of the dashboard: a title, a fact, and a link to the list behind it. */
export function Box({
  title,
  fact,
  link,
  children,
}: {
  title: string
  fact?: ReactNode
  link?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={`${classes.box} ${classes.padded}`} aria-label={title}>
      <div className={classes.boxHead}>
        <h2>{title}</h2>
        {fact}
        {link}
      </div>
      {children}
    </section>
  )
}

/** Shows an answer, or why there is none. An answer stays visible when a later read fails. */
export function Answered<T>({
  of: { data, error, retry },
  height,
  children,
}: {
  of: Pick<Answer<T>, 'data' | 'error' | 'retry'>
  height: number
  children: (data: T) => ReactNode
}) {
  const isOffline = useAtomValue(isOfflineAtom)
  if (data !== undefined) return children(data)
  if (isOffline) return <p className={text.none}>Demande le réseau.</p>
  if (error) {
    return (
      <div role="alert">
        <p className={text.none}>Ces chiffres n’ont pas pu être lus.</p>
        <Button mt="sm" variant="default" onClick={retry}>
          Réessayer
        </Button>
      </div>
    )
  }
  return <Skeleton height={height} aria-hidden />
}
