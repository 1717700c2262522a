import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { permissionsAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { openedInstant } from '#shared/domain/register/till-ledger.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import { PhotoModal } from '#kiosk/counter/coverage/photo-modal.tsx'
import { knownSkewMs } from '#shared/pharmacy-time.ts'
import {
  disbursementReasonsAtom,
  disburseAtom,
  knownLedgerAtom,
  moveMoneyAtom,
  noteOverdrawAtom,
  noteReceiptPhotoAtom,
  openTillAtom,
  shownRegisterAtom,
  tillLedgerAtom,
} from '#shared/store/register/register-atoms.ts'
import { showsExpectedAtom } from '#shared/store/register/sight-atoms.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { TypedDisbursement, TypedMovement } from '#shared/store/register/till-gestures.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { ownRight, useRight } from '#kiosk/counter/rights/use-right.ts'
import { Closed } from './closed.tsx'
import type { ClosedRegister } from './closing-paper.ts'
import { Closing } from './closing.tsx'
import { Day } from './day.tsx'
import { Holders } from './holders.tsx'
import { GesturePanel, type GestureKind } from './gesture-panel.tsx'
import { Gone } from './gone.tsx'
import { HandOver, type HandedOverRegister } from './hand-over.tsx'
import { HandedOver } from './handed-over.tsx'
import { Received } from './received.tsx'
import { LastClosings } from './last-closings.tsx'
import { Opening } from './opening.tsx'
import { movementWords, type CountPurpose } from './register-words.ts'

/** `counted`: the register that the count belongs to, even if another one is opened meanwhile. */
type Face = { kind: 'day' | 'float' } | { kind: CountPurpose; counted: string; grant?: Grant | undefined }

/**
 * The register of the current member: opening, movements, counting, hand-over and closing. Everything is written to
 * this terminal first.
 */
export function RegisterScreen({ toCollect }: { /** The sales that wait for the cashier. */ toCollect: ReactNode }) {
  const register = useAtomValue(shownRegisterAtom)
  const ledger = useAtomValue(tillLedgerAtom)
  const openTill = useSetAtom(openTillAtom)
  const mayClose = useAtomValue(permissionsAtom).has('register.close')
  const holders = mayClose ? <Holders /> : null
  const closings = mayClose ? <LastClosings /> : null
  const [face, setFace] = useState<Face>({ kind: 'day' })
  const [isEnding, setIsEnding] = useState(false)
  const [closed, setClosed] = useState<ClosedRegister>()
  const [handedOver, setHandedOver] = useState<HandedOverRegister>()
  const toDay = () => setFace({ kind: 'day' })
  if (closed)
    return (
      <Closed
        closed={closed}
        gap={closed.count.gap ?? 0}
        isNextOpen={register !== null}
        onOpen={() => setClosed(undefined)}
      />
    )
  if (handedOver) return <HandedOver done={handedOver} onBack={() => setHandedOver(undefined)} />
  if (face.kind === 'close' || face.kind === 'hand-over') {
    // While this window ends the register, it disappears before the result arrives.
    if (register?.id !== face.counted || !ledger) return isEnding ? null : <Gone onBack={toDay} />
    const ended =
      <Done,>(show: (done: Done) => void) =>
      (done: Done) => {
        toDay()
        show(done)
      }
    const given = { register, ledger, grant: face.grant, onLater: toDay, onEnding: setIsEnding }
    return face.kind === 'close' ? (
      <Closing {...given} onClosed={ended(setClosed)} />
    ) : (
      <HandOver {...given} onHandedOver={ended(setHandedOver)} />
    )
  }
  if (!register || !ledger)
    return <Opening isOpen={false} holders={holders} toCollect={toCollect} closings={closings} onOpen={openTill} />
  if (face.kind === 'float' && register.float === undefined)
    return <Opening isOpen onOpen={(float) => openTill(float).then(toDay)} onLater={toDay} />
  return (
    <DayOfRegister
      holders={holders}
      toCollect={toCollect}
      closings={closings}
      onFloat={() => setFace({ kind: 'float' })}
      onCount={(kind, grant) => setFace({ kind, counted: register.id, grant })}
    />
  )
}

function DayOfRegister({
  holders,
  toCollect,
  closings,
  onFloat,
  onCount,
}: {
  holders: ReactNode
  toCollect: ReactNode
  closings: ReactNode
  onFloat: () => void
  onCount: (purpose: CountPurpose, grant?: Grant) => void
}) {
  const register = useAtomValue(shownRegisterAtom)
  const ledger = useAtomValue(tillLedgerAtom)
  const permissions = useAtomValue(permissionsAtom)
  const seesExpected = useAtomValue(showsExpectedAtom)
  const { operators } = useAtomValue(tradeAtom)
  const isOwn = useAtomValue(sessionAtom)?.userId === register?.userId
  const hasColleagues = useAtomValue(terminalAtom)?.members.some(({ id }) => id !== register?.userId) ?? false
  const reasons = useAtomValue(disbursementReasonsAtom) ?? []
  const past = useAtomValue(knownLedgerAtom)?.pastDisbursements ?? []
  const noteOverdraw = useSetAtom(noteOverdrawAtom)
  const asksFor = new URLSearchParams(useSearch())
  const payer = useAtomValue(debtorOfAtom)(asksFor.get('encaisser'))
  // « ?encaisser=…&vente=… »: a refused credit sale waits for what this client pays back.
  const [gesture, setGesture] = useState<GestureKind | null>(payer ? 'collection' : null)
  const closing = useRight('register.close', register?.id ?? '', 'Fermer la caisse')
  const passing = useRight('register.close', register?.id ?? '', 'Passer la caisse d’un collègue')
  const handingOver = isOwn ? ownRight : passing
  const { notice, dismiss, photographed, closePhoto, payOut, move, keepPhoto } = useDrawer(asksFor.get('vente'), () =>
    setGesture(null),
  )
  if (!register || !ledger) return null
  return (
    <>
      <Day
        ledger={ledger}
        openedAt={openedInstant(register, knownSkewMs() ?? 0)}
        float={register.float}
        received={register.received && <Received {...register.received} />}
        seesExpected={seesExpected}
        isOwn={isOwn}
        holders={holders}
        toCollect={toCollect}
        closings={closings}
        countLabel={closing.label}
        mayHandOver={permissions.has('register.use') && hasColleagues}
        isCounting={register.draft !== undefined || (register.counts?.length ?? 0) > 0}
        onGesture={setGesture}
        onFloat={onFloat}
        onCount={() => closing.use((grant) => onCount('close', grant))}
        onHandOver={() => handingOver.use((grant) => onCount('hand-over', grant))}
        notice={notice && <Notice notice={notice} onClose={dismiss} />}
        panel={
          gesture && (
            <GesturePanel
              key={gesture}
              registerId={register.id}
              kind={gesture}
              reasons={reasons}
              operators={operators}
              inDrawer={expectedByMeans([...ledger.movements, ...ledger.found])[0]?.expected ?? 0}
              seesExpected={seesExpected}
              refusedTries={register.refusedTries ?? 0}
              pastDisbursements={past.map(({ amount }) => amount)}
              onDisburse={payOut}
              onMove={move}
              onRefused={noteOverdraw}
              onClose={() => setGesture(null)}
              payer={payer}
            />
          )
        }
      />
      <PhotoModal
        title="Photographier le reçu"
        isOpen={photographed !== null}
        onPhoto={keepPhoto}
        onClose={closePhoto}
      />
    </>
  )
}

const noticeMs = 12_000

/** The gestures at the drawer and their notice. `saleId`: the sale that waits for what a client pays back. */
function useDrawer(saleId: string | null, onDone: () => void) {
  const [, navigate] = useLocation()
  const disburse = useSetAtom(disburseAtom)
  const moveMoney = useSetAtom(moveMoneyAtom)
  const notePhoto = useSetAtom(noteReceiptPhotoAtom)
  const currency = useCurrency()
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const [photographed, setPhotographed] = useState<string | null>(null)
  /** The panel keeps what was typed. */
  const sayFailure = (error: unknown): never => {
    const words = 'Rien n’a pu être enregistré sur ce poste. Réessayez.'
    setNotice({ tone: 'danger', text: writeFailureWords(error, words) })
    throw error
  }
  return {
    notice,
    dismiss: () => setNotice(null),
    photographed,
    closePhoto: () => setPhotographed(null),
    async payOut(typed: TypedDisbursement) {
      const id = await disburse(typed).catch(sayFailure)
      onDone()
      setNotice({
        tone: 'info',
        text: `${formatMoney(typed.amount, currency)} décaissés, ${typed.reason}.`,
        action: { label: 'Photographier le reçu', onClick: () => setPhotographed(id) },
        lastsMs: noticeMs,
      })
    },
    async move(typed: TypedMovement) {
      await moveMoney(typed).catch(sayFailure)
      onDone()
      setNotice({
        tone: 'info',
        text: `${movementWords[typed.kind]}\u00a0: ${formatMoney(typed.amount, currency)}.`,
        ...(saleId !== null && typed.kind === 'collection'
          ? { action: { label: 'Reprendre la vente', onClick: () => navigate(`/vente/${saleId}`) } }
          : { lastsMs: noticeMs }),
      })
    },
    keepPhoto: (photo: Parameters<Parameters<typeof PhotoModal>[0]['onPhoto']>[0]) =>
      photographed === null ? Promise.resolve() : notePhoto({ disbursementId: photographed, ...photo }),
  }
}
