import classes from './operator-choice.module.css'

interface OneOfProps {
  /** « Opérateur », « Banque », « Organisme ». */
  label: string
  names: readonly string[]
  value: string | null
  onChoose: (name: string) => void
}

/** One touch says which of a few. */
export function OneOf({ label, names, value, onChoose }: OneOfProps) {
  return (
    <div className={classes.operators} role="radiogroup" aria-label={label}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={name === value}
          className={`${classes.operator} officine-focus`}
          // The field that is being typed in must not take its half-typed name first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
