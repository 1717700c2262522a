import classes from './new-patient.module.css'

type Sex = 'F' | 'M'
const sexes: readonly { value: Sex; label: string }[] = [
  { value: 'F', label: 'Femme' },
  { value: 'M', label: 'Homme' },
]

/** A touch on the chosen value clears it. */
export function SexChoice({ value, onChoose }: { value: Sex | null; onChoose: (sex: Sex | null) => void }) {
  return (
    <div className={classes.sex} role="group" aria-labelledby="new-patient-sex">
      <span id="new-patient-sex" className={classes.label}>
        Sexe
      </span>
      <div className={classes.sexes}>
        {sexes.map((sex) => (
          <button
            key={sex.value}
            type="button"
            aria-pressed={sex.value === value}
            className={`${classes.choice} officine-focus`}
            onClick={() => onChoose(sex.value === value ? null : sex.value)}
          >
            {sex.label}
          </button>
        ))}
      </div>
    </div>
  )
}
