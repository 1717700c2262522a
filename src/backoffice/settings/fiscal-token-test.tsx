import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { mecef, type FiscalTokenTest as Tested } from '#shared/contract/mecef.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/settings/settings.module.css'
import { differenceWords } from '#backoffice/ui/platform-difference-words.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** In ms: the server waits so long for the platform before it says that nobody answered. */
const limitMs = 25_000

/** « Tester »: whose a token is, until when, and whether the platform takes it. `token`: null for the one that is set. */
export function FiscalTokenTest({ token }: { token: string | null }) {
  const gesture = useGesture()
  const [tested, setTested] = useState<Tested | null>(null)
  const test = () => {
    setTested(null)
    gesture.run(async () => {
      setTested(await call(mecef.testToken, { body: { token } }, { timeoutMs: limitMs }))
    })
  }
  return (
    <span className={classes.printer}>
      <Button variant="default" size="xs" disabled={gesture.isOffline} loading={gesture.isRunning} onClick={test}>
        Tester le jeton
      </Button>
      {tested && (
        <span className={text.quiet} role="status">
          {wordsOf(tested)}
          {tested.differences?.map((difference) => (
            <span key={difference.code} className={classes.difference}>
              {differenceWords(difference)}
            </span>
          ))}
        </span>
      )}
      {gesture.modals}
    </span>
  )
}

function wordsOf({ nim, expiresAt, hasAnswered }: Tested): string {
  const about = [nim && `machine ${nim}`, expiresAt && `jusqu’au ${formatShortDay(expiresAt)}`].filter(Boolean)
  return [
    hasAnswered
      ? 'La plateforme accepte ce jeton'
      : 'Ce jeton est en règle, mais la plateforme ne répond pas\u00a0: essayez plus tard',
    ...(about.length > 0 ? [about.join(', ')] : []),
  ].join('\u00a0; ')
}
