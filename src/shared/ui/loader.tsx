import { Loader as Spinner } from '@mantine/core'
import classes from './loader.module.css'

interface LoaderProps {
  label?: string
  /** Fills the window: the whole application is waiting. Never over known data. */
  full?: boolean
}

export function Loader({ label = 'Chargement', full = false }: LoaderProps) {
  return (
    <div role="status" className={full ? `${classes.loader} ${classes.full}` : classes.loader}>
      <Spinner size={full ? 44 : 28} aria-hidden />
      <span>{label}</span>
    </div>
  )
}
