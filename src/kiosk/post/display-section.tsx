import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useState } from 'react'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { displayAddress, openDisplay } from './open-display.ts'
import classes from './post.module.css'

/** The customer's screen: a window on the second screen of this terminal. */
export function DisplaySection() {
  const [outcome, setOutcome] = useState<'opened' | 'blocked' | null>(null)
  return (
    <PageSection title="Afficheur client">
      <p className={classes.text}>
        Ouvrez-le sur l’écran tourné vers le client, en plein écran avec F11. Son adresse{'\u00a0'}: {location.host}
        {displayAddress}
      </p>
      <p className={classes.told} role="status">
        {outcome === 'blocked' &&
          'Le navigateur a bloqué la fenêtre. Autorisez les fenêtres de ce site, puis touchez encore, ou ouvrez l’adresse vous-même.'}
        {outcome === 'opened' &&
          'L’afficheur est ouvert. Touchez le comptoir avant de scanner\u00a0: la douchette écrit dans la fenêtre touchée en dernier.'}
      </p>
      <div className={classes.actions}>
        <Button
          size="md"
          variant="default"
          leftSection={<IconDeviceDesktop size={26} aria-hidden />}
          onClick={() => void openDisplay().then(setOutcome)}
        >
          Ouvrir l’afficheur
        </Button>
      </div>
    </PageSection>
  )
}
