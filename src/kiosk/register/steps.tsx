import { IconCheck } from '@tabler/icons-react'
import classes from './steps.module.css'

/** The progress of a count: step 1 to 3. `last`: the name of the last step. */
export function Steps({ step, last }: { step: 1 | 2 | 3; last: 'Écart' | 'Collègue' }) {
  return (
    <ol className={classes.steps} aria-label="Étapes du comptage">
      {['Espèces', 'Autres', last].map((name, place) => (
        <li key={name} aria-current={place + 1 === step ? 'step' : undefined} data-done={place + 1 < step || undefined}>
          <i>{place + 1 < step ? <IconCheck size={18} aria-label="Fait" /> : place + 1}</i>
          {name}
        </li>
      ))}
    </ol>
  )
}
