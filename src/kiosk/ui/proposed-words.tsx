import { Textarea } from '@mantine/core'
import { OneOf } from './one-of.tsx'

interface ProposedWordsProps {
  /** The label of the proposals, and that of the field. */
  labels: { proposals: string; field: string }
  proposals: readonly string[]
  value: string
  onChange: (words: string) => void
}

/** A few words: proposed ones, which may be changed, or others. */
export function ProposedWords({ labels, proposals, value, onChange }: ProposedWordsProps) {
  return (
    <>
      <OneOf label={labels.proposals} names={proposals} value={value} onChoose={onChange} />
      <Textarea
        label={labels.field}
        size="md"
        rows={2}
        maxLength={200}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  )
}
