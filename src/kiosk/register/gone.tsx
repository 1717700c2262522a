import { Button } from '@mantine/core'
import classes from './register-page.module.css'

/** Shown if another window closed or handed over the register that this one was counting. */
export function Gone({ onBack }: { onBack: () => void }) {
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Cette caisse n’est plus ouverte</h1>
        </header>
        <p role="alert" className={classes.since}>
          Elle vient d’être fermée ou passée à un collègue dans une autre fenêtre. Ici, rien n’a été changé.
        </p>
      </section>
      <aside className={classes.side}>
        <div className={classes.foot}>
          <Button autoFocus className={classes.primary!} size="lg" onClick={onBack}>
            Revenir à la caisse
          </Button>
        </div>
      </aside>
    </main>
  )
}
