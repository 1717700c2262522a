import { IconCheck } from '@tabler/icons-react'
import classes from './register.module.css'

const names = ['Espèces', 'Autres', 'Écart'] as const

/** Where in the closing one stands: 1 to 3. */
export function Steps({ step }: { step: 1 | 2 | 3 }) {
  return (
    <ol className={classes.steps} aria-label="Étapes de la fermeture">
      {names.map((name, place) => (
        <li key={name} aria-current={place + 1 === step ? 'step' : undefined} data-done={place + 1 < step || undefined}>
          <i>{place + 1 < step ? <IconCheck size={18} aria-label="Fait" /> : place + 1}</i>
          {name}
        </li>
      ))}
    </ol>
  )
}
