import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from './help.module.css'
import { dayCounts, dayTimes, doses, nothingChosen, posologyPhrase, type PosologyChoices } from './posology-phrase.ts'

interface PosologyLineProps {
  record: SaleRecord
  form: string | null
  /** « Liste I » */
  list: string | null
  isOpen: boolean
  onToggle: () => void
  onPosology: (text: string | null) => void
}

/** The posology of one line: typed, or composed by touch. */
export function PosologyLine({ record, form, list, isOpen, onToggle, onPosology }: PosologyLineProps) {
  const [chosen, setChosen] = useState(nothingChosen)
  const id = useId()
  const choose = (change: Partial<PosologyChoices>) => {
    const next = { ...chosen, ...change }
    setChosen(next)
    const phrase = posologyPhrase(next, form)
    if (phrase !== null) onPosology(phrase)
  }
  const daysOf = (count: number) => plural(count, 'jour')
  return (
    <li className={classes.posology}>
      <div className={classes.posologyHead}>
        <b>{record.label}</b>
        {list && <StatusTag tone="warning">{list}</StatusTag>}
      </div>
      <div className={classes.posologyField}>
        <CommittedField
          label={`Posologie, ${record.label}`}
          value={record.posology ?? null}
          placeholder="Tapez, ou touchez «&nbsp;Composer&nbsp;»"
          onCommit={onPosology}
        />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconWand size={22} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`Composer, ${record.label}`}
          onClick={onToggle}
        >
          Composer
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={classes.choices}>
          <OneOf label="Dose" names={doses} value={chosen.dose} onChoose={(dose) => choose({ dose })} />
          <OneOf label="Moments" names={dayTimes} value={chosen.times} onChoose={(times) => choose({ times })} />
          <OneOf
            label="Durée"
            names={dayCounts.map(daysOf)}
            value={chosen.days === null ? null : daysOf(chosen.days)}
            onChoose={(words) => choose({ days: dayCounts.find((count) => daysOf(count) === words) ?? null })}
          />
        </div>
      )}
    </li>
  )
}
