import { IconAlertTriangle, IconShoppingBag } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Member } from '#shared/contract/users.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import classes from './lock-screen.module.css'
import { MemberAvatar, MemberTile } from '#shared/session/member-tile.tsx'
import { PinPad } from '#shared/session/pin-pad.tsx'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { refreshMembersAtom } from '#shared/session/sign-in.ts'
import { SignOutButton } from '#shared/session/sign-out-button.tsx'
import { UpdateOffer } from '#shared/session/update-offer.tsx'
import { unlockAtom } from '#shared/session/unlock.ts'
import { useComeBack } from '#shared/session/use-come-back.ts'
import { usePinEntry } from '#shared/session/use-pin-entry.ts'
import { diskAtom } from '#shared/store/disk/disk-atoms.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { localSalesAtom, outboxAtom } from '#shared/store/sales/sale-atoms.ts'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { formatHour, formatLongDay } from '#shared/ui/date-format.ts'
import { Logo } from '#shared/ui/logo.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

interface LockScreenProps {
  /** Opens the terminal's sign-in when the sign-in service no longer knows it. */
  onSignIn: () => void
  /** Opens the diagnosis page, in windows that have one. */
  onHealth?: () => void
}

/** The lock screen of both windows: the terminal is signed in, no member has unlocked it. */
export function LockScreen({ onSignIn, onHealth }: LockScreenProps) {
  const terminal = useAtomValue(terminalAtom)
  const [member, setMember] = useState<Member | null>(null)
  // Not while a PIN is being typed.
  useComeBack(member === null)
  return (
    <main className={classes.screen}>
      <section className={classes.left}>
        <LockHead />
        <Clock />
        <h1 className={classes.ask}>Qui êtes-vous{'\u202f'}?</h1>
        <Members members={terminal?.members ?? []} selected={member} onSelect={setMember} />
        <UpdateOffer className={classes.update} waitingClassName={classes.updating} iconSize={22} />
        <Unkept />
        <LockFoot onSignIn={onSignIn} {...(onHealth && { onHealth })} />
      </section>
      {/* A new key resets the pad for each member. */}
      <PinSide key={member?.id ?? 'nobody'} member={member} onCancel={() => setMember(null)} />
    </main>
  )
}

function LockHead() {
  const terminal = useAtomValue(terminalAtom)
  const { state, seconds } = useAtomValue(connectivityAtom)
  const pending = useAtomValue(outboxAtom).length
  const facts = [terminal?.pharmacy?.city, terminal && `Poste ${terminal.terminalCode}`].filter(Boolean)
  return (
    <header className={classes.head}>
      <Logo size={52} ground="light" />
      <div className={classes.place}>
        <b>{terminal?.pharmacy?.name ?? 'Officine'}</b>
        <span>{facts.join(' · ')}</span>
      </div>
      <ConnectivityPill state={state} secondsOffline={seconds} pendingCount={pending} ground="light" />
    </header>
  )
}

function Clock() {
  const [now, setNow] = useState(pharmacyNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(pharmacyNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div>
      <time className={classes.time}>{formatHour(now)}</time>
      <div className={classes.date}>{formatLongDay(now)}</div>
    </div>
  )
}

function Members({
  members,
  selected,
  onSelect,
}: {
  members: readonly Member[]
  selected: Member | null
  onSelect: (member: Member) => void
}) {
  if (members.length === 0) return <NoMembers />
  return (
    <div className={classes.members}>
      {members.map((member) => (
        <MemberTile
          key={member.id}
          member={member}
          isSelected={member.id === selected?.id}
          onSelect={() => onSelect(member)}
        />
      ))}
    </div>
  )
}

function NoMembers() {
  const refresh = useSetAtom(refreshMembersAtom)
  const { state } = useAtomValue(connectivityAtom)
  return (
    <div className={classes.nobody} role="status">
      <p>
        {state === 'offline'
          ? 'La liste de l’équipe n’est pas encore sur ce poste. Il faut le réseau pour la recevoir.'
          : 'La liste de l’équipe n’est pas encore sur ce poste.'}
      </p>
      <button type="button" className={`${classes.retry} officine-focus`} onClick={() => void refresh()}>
        Réessayer
      </button>
    </div>
  )
}

/**
 * A private window loses everything when it closes, and a browser without persistent storage may evict data when the
 * disk fills. Browsers report neither.
 */
function Unkept() {
  const { isPersisted } = useAtomValue(diskAtom)
  if (isPersisted !== false) return null
  return (
    <p className={classes.unkept} role="status">
      <IconAlertTriangle size={22} aria-hidden />
      <span>
        Ce navigateur peut effacer les ventes de ce poste{'\u00a0'}: quittez la navigation privée, ou installez
        l’application.
      </span>
    </p>
  )
}

function LockFoot({ onSignIn, onHealth }: LockScreenProps) {
  // Offline the terminal cannot be signed in, and selling does not need it.
  const [needsSignIn, { state }] = [useAtomValue(needsSignInAtom), useAtomValue(connectivityAtom)]
  const canSignIn = needsSignIn && state !== 'offline'
  const open = useAtomValue(localSalesAtom).filter(
    (sale) => sale.status === 'LOCAL' || sale.status === 'ONGOING',
  ).length
  return (
    <footer className={classes.foot}>
      {open > 0 && (
        <span className={classes.fact}>
          <IconShoppingBag size={22} aria-hidden />
          {open === 1 ? '1 vente ouverte' : `${open} ventes ouvertes`}
        </span>
      )}
      {canSignIn && (
        <button type="button" className={`${classes.reconnect} officine-focus`} onClick={onSignIn}>
          Reconnecter ce poste
        </button>
      )}
      {onHealth && (
        <button type="button" className={`${classes.health} officine-focus`} onClick={onHealth}>
          Santé du poste
        </button>
      )}
      <SignOutButton className={classes.signOut} />
    </footer>
  )
}

function PinSide({ member, onCancel }: { member: Member | null; onCancel: () => void }) {
  const unlock = useSetAtom(unlockAtom)
  const entry = usePinEntry(member, async (who, pin) => {
    const result = await unlock(who, pin)
    return result.kind === 'unlocked' ? null : result
  })
  return (
    <section className={classes.pin} aria-label="Code">
      {member ? (
        <div className={classes.hello}>
          <MemberAvatar member={member} className={classes.face} />
          <div>
            <h2>Bonjour {member.firstName}</h2>
            <p>Tapez votre code à 4 chiffres</p>
          </div>
        </div>
      ) : (
        <div className={classes.hello}>
          <div>
            <h2>Bonjour</h2>
            <p>Touchez votre nom, puis tapez votre code</p>
          </div>
        </div>
      )}
      <PinPad
        digits={entry.digits}
        onDigits={entry.type}
        onCancel={onCancel}
        isDisabled={!member || entry.isWaiting}
        wrongCount={entry.wrongCount}
      />
      <p className={entry.message ? classes.refused : classes.hint} role="status" aria-live="polite">
        {entry.message ?? 'Code oublié\u202f? Demandez au titulaire.'}
      </p>
    </section>
  )
}
