import { IconUsers } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import bar from '#kiosk/ui/bar-pill.module.css'
import { parkedForColleaguesAtom } from '#shared/store/sales/cashier-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from './parked.module.css'

/** On the bar: the number of sales that wait for a colleague. Hidden if there are none. */
export function ParkedButton({ onClick }: { onClick: () => void }) {
  const count = useAtomValue(parkedForColleaguesAtom)?.length ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className={`${bar.pill} ${classes.button} officine-focus`}
      aria-label={`${plural(count, 'vente')} pour un collègue`}
      onClick={onClick}
    >
      <IconUsers size={22} aria-hidden />
      {count}
    </button>
  )
}
