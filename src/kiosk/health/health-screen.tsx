import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconUrgent } from '@tabler/icons-react'
import { KioskPage } from '#kiosk/ui/kiosk-page.tsx'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { HealthActions } from './health-actions.tsx'
import { useHealthFacts } from './health-facts.ts'
import type { HealthLine, Tone } from './health-line.ts'
import { healthSections, worstTone } from './health-lines.ts'
import classes from './health.module.css'
import { ListsSection } from './lists-section.tsx'
import { supportText, toneWords } from './support-text.ts'

interface HealthScreenProps {
  /** Returns to the lock screen. A locked terminal only shows its state, without patient names. */
  onLeave?: () => void
}

/**
 * « Santé du poste »: whether this terminal could lose a sale, what to do about it, and what to send to the support.
 */
export function HealthScreen({ onLeave }: HealthScreenProps) {
  const facts = useHealthFacts()
  const sections = healthSections(facts)
  const worst = worstTone(sections)
  const page = (
    <KioskPage
      title="Santé du poste"
      facts={[facts.terminal.code, facts.terminal.pharmacy].filter(Boolean).join(' · ')}
      state={
        <span role="status">
          <ToneTag tone={worst} words={verdicts[worst]} />
        </span>
      }
    >
      <HealthActions text={() => supportText(facts)} {...(onLeave && { onLeave })} />
      <div className={classes.sections}>
        {sections.map(({ title, lines }) => (
          <PageSection key={title} title={title}>
            <ul className={classes.lines}>
              {lines.map((line) => (
                <Line key={line.name} line={line} />
              ))}
            </ul>
          </PageSection>
        ))}
      </div>
      {!onLeave && <ListsSection isOffline={facts.network.state === 'offline'} />}
    </KioskPage>
  )
  return onLeave ? <div className={classes.alone}>{page}</div> : page
}

const verdicts: Record<Tone, string> = {
  good: 'Tout va bien',
  watch: 'Des points à surveiller',
  bad: 'Des points à régler',
  unknown: 'Inconnu',
}
const faces = {
  good: ['success', IconCircleCheck],
  watch: ['warning', IconAlertTriangle],
  bad: ['danger', IconUrgent],
  unknown: ['neutral', IconHelpCircle],
} as const satisfies Record<Tone, [StatusTone, typeof IconCircleCheck]>

function ToneTag({ tone, words }: { tone: Tone; words: string }) {
  const [status, Icon] = faces[tone]
  return (
    <StatusTag tone={status} icon={<Icon size={20} aria-hidden />}>
      {words}
    </StatusTag>
  )
}

function Line({ line: { name, tone, fact, advice } }: { line: HealthLine }) {
  return (
    <li className={classes.line} data-tone={tone}>
      <div className={classes.names}>
        <b>{name}</b>
        <span>{fact}</span>
      </div>
      <ToneTag tone={tone} words={toneWords[tone]} />
      {advice && <p className={classes.advice}>{advice}</p>}
    </li>
  )
}
