import { Button, Progress } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { productHealthInsurance as scheme, type Suggestion } from '#shared/contract/product-health-insurance.ts'
import { onePage } from '#shared/contract/values.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { readAllRows, type ReadProgress } from '#shared/ui/table-export.ts'
import classes from '#backoffice/scheme/suggestions.module.css'
import { SuggestionWalk } from '#backoffice/scheme/suggestion-walk.tsx'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { Page } from '#backoffice/ui/page.tsx'

type Reading = { progress: ReadProgress | null; suggestions: readonly Suggestion[] | null; hasFailed: boolean }

/** Lines without a product, one after the other, with their candidate products. */
export function SuggestionsScreen() {
  return useMay(scheme.associateProduct) ? (
    <Suggestions />
  ) : (
    <ClosedPage title="Associer les produits">
      Réservé aux personnes qui ont le droit de modifier les contrats.
    </ClosedPage>
  )
}

function Suggestions() {
  const back = { to: useListAddress('/regime'), title: 'Liste du régime' }
  const isOffline = useAtomValue(isOfflineAtom)
  const { progress, suggestions, hasFailed, retry } = useSuggestions()
  const wasLost = useRef(false)
  useEffect(() => {
    if (isOffline) wasLost.current = true
    else if (wasLost.current && hasFailed) {
      wasLost.current = false
      retry()
    }
  }, [isOffline, hasFailed, retry])
  return (
    <Page scrolls>
      <DetailHead back={back} title="Associer les produits" />
      {suggestions ? (
        <SuggestionWalk suggestions={suggestions} backTo={back.to} />
      ) : hasFailed ? (
        <div role="alert" className={classes.face}>
          <p>
            {isOffline
              ? 'Hors ligne. Les propositions demandent le réseau. Elles s’afficheront quand il sera revenu.'
              : 'Les propositions n’ont pas pu être lues.'}
          </p>
          {!isOffline && (
            <Button variant="default" onClick={retry}>
              Réessayer
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.face}>
          <p role="status">
            {progress
              ? `${plural(progress.read, 'ligne')} sur ${formatAmount(progress.total, { decimals: 0 })}`
              : 'Recherche des produits…'}
          </p>
          <Progress
            w={320}
            value={progress && progress.total > 0 ? (100 * progress.read) / progress.total : 0}
            aria-label="Progression"
          />
        </div>
      )}
    </Page>
  )
}

/** Read once: lines accepted meanwhile must not shift the others. */
function useSuggestions(): Reading & { retry: () => void } {
  const [reading, setReading] = useState<Reading>({ progress: null, suggestions: null, hasFailed: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const running = new AbortController()
    const source = {
      readPage: (page: number, size: number, signal: AbortSignal) =>
        call(scheme.suggestions, onePage({ query: { page, size } }), { signal, timeoutMs: 60_000 }),
      rowKey: ({ line }: Suggestion) => line.id,
    }
    readAllRows(
      source,
      (progress) => setReading({ progress, suggestions: null, hasFailed: false }),
      running.signal,
    ).then(
      (suggestions) => setReading({ progress: null, suggestions, hasFailed: false }),
      () => !running.signal.aborted && setReading({ progress: null, suggestions: null, hasFailed: true }),
    )
    return () => running.abort()
  }, [attempt])
  const retry = useCallback(() => {
    setReading({ progress: null, suggestions: null, hasFailed: false })
    setAttempt((before) => before + 1)
  }, [])
  return { ...reading, retry }
}
