import { Loader as Spinner } from '@mantine/core'
import classes from './loader.module.css'

interface LoaderProps {
  label?: string
  /** Fills the window while the whole application waits. Never over loaded content. */
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
