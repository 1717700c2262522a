import { useState } from 'react'
import { fold } from '#shared/domain/search/fold.ts'
import { CommittedField } from './committed-field.tsx'
import classes from './named-choice.module.css'
import { OneOf } from './one-of.tsx'

/** The number of names shown; typing finds the others. */
const namesAtOnce = 6

interface NamedChoiceProps {
  label: string
  names: readonly string[]
  value: string | null
  onChoose: (name: string | null) => void
}

/** Chooses a name by touch, or types one: the list may be missing on this terminal, and is never complete. */
export function NamedChoice({ label, names, value, onChoose }: NamedChoiceProps) {
  const [typed, setTyped] = useState('')
  const wanted = fold(typed.trim())
  const found = names.filter((name) => fold(name).includes(wanted)).slice(0, namesAtOnce)
  return (
    <div className={classes.named}>
      <CommittedField
        label={label}
        value={value}
        onCommit={onChoose}
        onType={setTyped}
        placeholder="Choisissez ou tapez"
      />
      {found.length > 0 && (value === null || typed !== '') && (
        <OneOf
          label={`${label}, dans la liste`}
          names={found}
          value={value}
          onChoose={(name) => {
            setTyped('')
            onChoose(name)
          }}
        />
      )}
    </div>
  )
}
