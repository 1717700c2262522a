import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { inventories } from '#shared/contract/inventories.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { Loader } from '#shared/ui/loader.tsx'
import { plural } from '#shared/ui/plural.ts'
import { type Counting, withOwnCounts } from '#backoffice/inventories/counting/counting.ts'
import { CountingPage } from '#backoffice/inventories/counting/counting-page.tsx'
import { openPhone, type PhoneKept } from '#backoffice/inventories/counting/phone-store.ts'
import { useUnanswered } from '#backoffice/ui/use-unanswered.ts'
import { usePhoneCounts } from '#backoffice/inventories/counting/use-phone-counts.ts'

type Sheet = CallReply<typeof inventories.sheet>
const refreshMs = 20_000

/** Counts an inventory on a phone that scanned its code: without sign-in, PIN or menu. */
export function PhoneCounting({ inventoryId }: { inventoryId: string }) {
  const [opened] = useState(() => openPhone(inventoryId))
  if (!opened) return <EndedLink untaken={0} />
  return <OpenedPhone inventoryId={inventoryId} opened={opened} />
}

function OpenedPhone({ inventoryId, opened }: { inventoryId: string; opened: PhoneKept }) {
  const { sheet, readAt, isOffline, isEnded, refresh } = useSheet(inventoryId, opened.token)
  const { kept, count } = usePhoneCounts(inventoryId, opened)
  const waiting = useMemo(() => kept.counts.filter(({ refusal }) => refusal === null).map((each) => each.count), [kept])
  const unanswered = useUnanswered(waiting, readAt, refresh)
  const counting = useMemo((): Counting | null => {
    if (!sheet) return null
    return {
      label: sheet.inventory.label,
      lines: withOwnCounts(sheet.lines, unanswered),
      waiting: waiting.length,
      refused: kept.counts.length - waiting.length,
      isOffline,
      count: (typed) => count(typed, sheet.member.id),
    }
  }, [sheet, kept, waiting, unanswered, isOffline, count])
  if (isEnded) return <EndedLink untaken={kept.counts.length} />
  return counting ? <CountingPage counting={counting} /> : <Loader full />
}

/** `untaken`: counts of this phone that the server does not have; they stay on it. */
function EndedLink({ untaken }: { untaken: number }) {
  return (
    <ErrorPage
      title="Ce lien n’est plus valable"
      text={
        <>
          L’inventaire est clôturé, ou le lien est trop ancien. Scannez de nouveau le code affiché sur l’écran de
          l’inventaire.
          {untaken > 0 && (
            <b role="alert">
              {` ${plural(untaken, 'comptage de ce téléphone n’a pas été enregistré', 'comptages de ce téléphone n’ont pas été enregistrés')}\u00a0: prévenez la personne qui clôture.`}
            </b>
          )}
        </>
      }
      buttonLabel="Réessayer"
      onButton={() => location.reload()}
    />
  )
}

/** The link, the right or the inventory is gone. A busy server answers 429, and takes the next request. */
function isOver({ status }: AppError): boolean {
  return status === 401 || status === 403 || status === 404
}

/** The sheet, read again after each count and now and then: others count too. */
function useSheet(inventoryId: string, token: string) {
  const [read, setRead] = useState<{ sheet: Sheet; at: number } | null>(null)
  const [state, setState] = useState<'ready' | 'offline' | 'ended'>('ready')
  const refresh = useCallback(() => {
    call(inventories.sheet, { params: { id: inventoryId } }, { token }).then(
      (sheet) => {
        setRead({ sheet, at: Date.now() })
        setState(sheet.inventory.state === 'open' ? 'ready' : 'ended')
      },
      (error: unknown) => setState(error instanceof AppError && isOver(error) ? 'ended' : 'offline'),
    )
  }, [inventoryId, token])
  useEffect(() => {
    refresh()
    const timer = setInterval(refresh, refreshMs)
    return () => clearInterval(timer)
  }, [refresh])
  return {
    sheet: read?.sheet,
    readAt: read?.at ?? 0,
    isOffline: state === 'offline',
    isEnded: state === 'ended',
    refresh,
  }
}
