import classes from './operator-choice.module.css'

interface OperatorChoiceProps {
  /** Mobile-money operators of the country. */
  operators: readonly string[]
  value: string | null
  onChoose: (operator: string) => void
}

/** One touch: which operator the customer paid with. */
export function OperatorChoice({ operators, value, onChoose }: OperatorChoiceProps) {
  return (
    <div className={classes.operators} role="radiogroup" aria-label="Opérateur">
      {operators.map((operator) => (
        <button key={operator} type="button" role="radio" aria-checked={operator === value} className={`${classes.operator} officine-focus`} onClick={() => onChoose(operator)}>
          {operator}
        </button>
      ))}
    </div>
  )
}
