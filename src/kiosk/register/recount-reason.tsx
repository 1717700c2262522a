import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ProposedWords } from '#kiosk/ui/proposed-words.tsx'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { hasWords } from '#shared/domain/register/explanation.ts'
import type { PutDownCount } from '#shared/store/sales/sales-rows.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import classes from './register-page.module.css'

const reasons = ['Erreur de comptage', 'Espèces oubliées', 'Ventes depuis le comptage']

interface RecountReasonProps {
  /** The count that is judged. */
  first: PutDownCount
  onReason: (reason: string) => void
  onBack: () => void
}

/** The amounts were shown: a new count needs a reason, and stands beside the first one in the report. */
export function RecountReason({ first, onReason, onBack }: RecountReasonProps) {
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Recompter la caisse</h1>
        </header>
        <p className={classes.lead}>
          Les montants ont été affichés. Le premier comptage reste celui du rapport, et le nouveau y figure comme «
          {'\u00a0'}
          recompté{'\u00a0'}», avec votre motif.
        </p>
        <ProposedWords
          labels={{ proposals: 'Motif du nouveau comptage', field: 'Motif' }}
          proposals={reasons}
          value={reason}
          onChange={setReason}
        />
      </section>
      <aside className={classes.side}>
        <GiantAmount
          label={`Espèces comptées à ${formatHour(trueInstant(first.at))}`}
          amount={countedTotal(first.denominations)}
          size="total"
        />
        {!hasWords(said) && <p className={classes.lead}>Indiquez avec des mots pourquoi vous recomptez.</p>}
        <div className={classes.foot}>
          <Button variant="default" size="md" onClick={onBack}>
            Revenir
          </Button>
          <Button
            className={classes.primary!}
            size="lg"
            disabled={!hasWords(said)}
            rightSection={<IconArrowRight size={26} aria-hidden />}
            onClick={() => onReason(said)}
          >
            Recompter
          </Button>
        </div>
      </aside>
    </main>
  )
}
