import classes from './one-of.module.css'

/** A name that is also the id, or an id with a name, because two choices may have the same name. */
type Choice<Id extends string> = Id | { id: Id; name: string }

interface OneOfProps<Id extends string> {
  /** « Opérateur », « Banque », « Organisme ». */
  label: string
  names: readonly Choice<Id>[]
  value: string | null
  onChoose: (id: Id) => void
}

/** A radio group of a few choices, selected by one touch. */
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
            // Keep the focus in the field that is being typed, otherwise its blur would commit the partial name first.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
    </div>
  )
}
