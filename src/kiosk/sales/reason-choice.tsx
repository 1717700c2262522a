import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { OneOf } from '#kiosk/ui/one-of.tsx'

const other = 'Autre…'
/** The contract's limit. */
const longest = 200

interface ReasonChoiceProps {
  /** Proposed reasons, chosen with one touch. */
  reasons: readonly string[]
  /** Empty: none yet. */
  value: string
  onChange: (reason: string) => void
}

/** The reason: chosen with one touch, or typed. */
export function ReasonChoice({ reasons, value, onChange }: ReasonChoiceProps) {
  const [isTyped, setIsTyped] = useState(value !== '' && !reasons.includes(value))
  return (
    <>
      <OneOf
        label="Motif"
        names={[...reasons, other]}
        value={isTyped ? other : value}
        onChoose={(name) => {
          setIsTyped(name === other)
          onChange(name === other ? '' : name)
        }}
      />
      {isTyped && (
        <TextInput
          mt={10}
          label="Motif en quelques mots"
          autoFocus
          maxLength={longest}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}
