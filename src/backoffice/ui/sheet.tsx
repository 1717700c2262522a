import type { ReactNode } from 'react'
import classes from '#backoffice/ui/sheet.module.css'

interface SheetProps {
  title: string
  /** Beside the title: a count or a sum. */
  fact?: ReactNode
  /** On the right: links and small buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** One block of a detail page. */
export function Sheet({ title, fact, actions, children }: SheetProps) {
  return (
    <section className={classes.sheet} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {fact && <span className={classes.fact}>{fact}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

/** Blocks of a detail page in two columns, the wide one first; in one column on a narrow screen. */
export function Sheets({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{wide}</div>
      <div>{narrow}</div>
    </div>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** Names with values; an unknown value is a dash. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => [
        <dt key={`${name}.`}>{name}</dt>,
        <dd key={name}>{value ?? <span className={classes.none}>–</span>}</dd>,
      ])}
    </dl>
  )
}

/** Key figures at the top of a detail page. */
export function FigureBar({
  figures,
}: {
  figures: readonly { name: string; value: ReactNode; tone?: 'warning' | 'danger' }[]
}) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone && classes[tone]}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Text of an empty block: « Aucune police. » */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={classes.nothing}>{children}</p>
}
