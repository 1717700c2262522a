import { IconCheck, IconCircle, IconCircleDotFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Suggestion } from '#shared/contract/product-health-insurance.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { Decisions } from '#backoffice/scheme/suggestions.ts'
import classes from '#backoffice/scheme/suggestions.module.css'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'

interface SuggestionCardProps {
  suggestion: Suggestion
  chosen: number
  decision: Decisions[string] | undefined
  onChoose: (index: number) => void
  onAccept: (index: number) => void
  buttons: ReactNode
}

/** Arrow keys may select a row outside the visible part. */
const inView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** The line on the left, candidate products on the right, with their common points in words. */
export function SuggestionCard({
  suggestion: { line, candidates, certain },
  chosen,
  decision,
  onChoose,
  onAccept,
  buttons,
}: SuggestionCardProps) {
  return (
    <div className={classes.card}>
      <Sheet title="Ligne du régime" fact={stateOf(decision)}>
        <p className={classes.label}>{line.label}</p>
        <FactList
          facts={[
            ['Code', line.code],
            ['DCI', line.inn],
            ['Dosage', line.dosage],
            ['Forme', line.form],
            ['Prix de base', <Money key="price" amount={line.basePrice} unit />],
            ['Taux', formatPercent(line.rate)],
          ]}
        />
      </Sheet>
      <Sheet
        title="Produits possibles"
        fact={certain && <StatusTag tone="success">Certain</StatusTag>}
        actions={buttons}
      >
        <ul
          className={`${classes.candidates} officine-focus`}
          role="listbox"
          aria-label="Produits possibles"
          tabIndex={0}
          aria-activedescendant={candidates[chosen]?.id}
        >
          {candidates.map((candidate, index) => (
            <li
              ref={index === chosen ? inView : undefined}
              key={candidate.id}
              id={candidate.id}
              role="option"
              aria-selected={index === chosen}
              className={classes.candidate}
              onClick={() => onChoose(index)}
              onDoubleClick={() => onAccept(index)}
            >
              {index === chosen ? <IconCircleDotFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
              <span>
                <b>{candidate.label}</b>
                <small>{[candidate.inn, candidate.form].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={classes.marks}>
                <Same what="dosage" is={candidate.sameDosage} />
                <Same what="forme" is={candidate.sameForm} />
                {candidate.isSold && <StatusTag tone="info">En stock chez vous</StatusTag>}
              </span>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}

function Same({ what, is }: { what: 'dosage' | 'forme'; is: boolean }) {
  if (is) {
    return (
      <span className={classes.same}>
        <IconCheck size={16} aria-hidden /> {what === 'dosage' ? 'Même dosage' : 'Même forme'}
      </span>
    )
  }
  return <span className={classes.other}>{what === 'dosage' ? 'Autre dosage' : 'Autre forme'}</span>
}

function stateOf(decision: Decisions[string] | undefined): string {
  if (decision === undefined) return ''
  return decision === 'skipped' ? 'Passée' : 'Associée'
}
