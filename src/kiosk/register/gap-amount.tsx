import { GiantAmount } from '#shared/ui/giant-amount.tsx'

/** What is missing or left over, without a sign: its name says it. */
export function GapAmount({ gap, size = 'giant' }: { gap: number; size?: 'total' | 'giant' }) {
  return (
    <GiantAmount
      label={gap === 0 ? 'Écart' : gap < 0 ? 'Il manque' : 'En trop'}
      amount={Math.abs(gap)}
      size={size}
      tone={gap === 0 ? 'settled' : 'due'}
    />
  )
}
