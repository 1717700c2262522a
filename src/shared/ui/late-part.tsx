import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import classes from './late-part.module.css'
import { Loader } from './loader.tsx'
import { withEnd } from './with-end.ts'

/** In ms. The file of a part has at most a few hundred kB. */
const limitMs = 60_000

/** A part of a window that is not in its first files; `load` brings it before its first use. */
export type LatePart<Props extends object> = ComponentType<Props> & { load: () => Promise<void> }

/**
 * Makes a part of a window that loads when it is shown or when `load` is called. Once in memory it is shown at once,
 * without `waiting`. A part that cannot be loaded says so in its own place, and the window around it goes on.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Loader />,
): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  const bring = () =>
    (coming ??= withEnd(load(), limitMs).then(
      (component) => (loaded = component),
      (error: unknown) => {
        coming = null
        throw error
      },
    ))
  function Part(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [hasFailed, setHasFailed] = useState(false)
    useEffect(() => {
      if (Shown || hasFailed) return
      let isGone = false
      bring().then(
        (component) => isGone || setShown(() => component),
        () => isGone || setHasFailed(true),
      )
      return () => {
        isGone = true
      }
    }, [Shown, hasFailed])
    if (Shown) return <Shown {...props} />
    return hasFailed ? <Missing onRetry={() => setHasFailed(false)} /> : waiting
  }
  return Object.assign(Part, { load: () => bring().then(() => undefined) })
}

function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.missing} role="alert">
      <p>Cette partie n’a pas pu être chargée. Vérifiez le réseau, puis réessayez.</p>
      <Button variant="default" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  )
}
