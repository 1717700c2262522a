import type { ReactNode } from 'react'
import classes from '#backoffice/ui/sheet.module.css'

interface SheetProps {
  title: string
  /** Beside the title: a count, a sum. */
  fact?: ReactNode
  /** At the right: links and small buttons. */
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

/** Blocks of a detail page in two columns, the wide one first; one column where they do not fit. */
export function Sheets({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{wide}</div>
      <div>{narrow}</div>
    </div>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** What is known, name beside value; what is not is a dash. */
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

/** The figures on top of a detail page. */
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

/** « Aucune police. » in a block that has nothing. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={classes.nothing}>{children}</p>
}
