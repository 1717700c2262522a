import classes from './one-of.module.css'

/** A name that stands for itself, or what is called by it: two may have the same one. */
type Choice<Id extends string> = Id | { id: Id; name: string }

interface OneOfProps<Id extends string> {
  /** « Opérateur », « Banque », « Organisme ». */
  label: string
  names: readonly Choice<Id>[]
  value: string | null
  onChoose: (id: Id) => void
}

/** One touch says which of a few. */
export function OneOf<Id extends string>({ label, names, value, onChoose }: OneOfProps<Id>) {
  return (
    <div className={classes.operators} role="radiogroup" aria-label={label}>
      {names
        .map((choice) => (typeof choice === 'string' ? { id: choice, name: choice } : choice))
        .map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="radio"
            aria-checked={id === value}
            className={`${classes.operator} officine-focus`}
            // The field that is being typed in must not take its half-typed name first.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
    </div>
  )
}
