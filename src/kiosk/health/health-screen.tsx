import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconUrgent } from '@tabler/icons-react'
import { useId } from 'react'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { HealthActions } from './health-actions.tsx'
import { useHealthFacts } from './health-facts.ts'
import type { HealthLine, HealthSection, Tone } from './health-line.ts'
import { healthSections, worstTone } from './health-lines.ts'
import classes from './health.module.css'
import { ListsSection } from './lists-section.tsx'
import { supportText, toneWords } from './support-text.ts'

/** « Santé du poste »: whether anything of this terminal could cost a sale, what to do about it, and what to tell the assistance. */
export function HealthScreen() {
  const facts = useHealthFacts()
  const sections = healthSections(facts)
  const worst = worstTone(sections)
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1>Santé du poste</h1>
        <span>{[facts.terminal.code, facts.terminal.pharmacy].filter(Boolean).join(' · ')}</span>
        <span role="status" className={classes.verdict}>
          <ToneTag tone={worst} words={verdicts[worst]} />
        </span>
      </header>
      <HealthActions text={() => supportText(facts)} />
      <div className={classes.sections}>
        {sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </div>
      <ListsSection isOffline={facts.network.state === 'offline'} />
    </main>
  )
}

const verdicts: Record<Tone, string> = { good: 'Tout va bien', watch: 'Des points à surveiller', bad: 'Des points à régler', unknown: 'Inconnu' }
const faces = { good: ['success', IconCircleCheck], watch: ['warning', IconAlertTriangle], bad: ['danger', IconUrgent], unknown: ['neutral', IconHelpCircle] } as const satisfies Record<Tone, [StatusTone, typeof IconCircleCheck]>

function ToneTag({ tone, words }: { tone: Tone; words: string }) {
  const [status, Icon] = faces[tone]
  return (
    <StatusTag tone={status} icon={<Icon size={20} aria-hidden />}>
      {words}
    </StatusTag>
  )
}

function Section({ section: { title, lines } }: { section: HealthSection }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </section>
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
