import { createStore } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { isCustomersScreen } from '#shared/session/customers-screen.ts'
import { setPharmacyZone } from '#shared/pharmacy-time.ts'
import { configureClient } from '#shared/client/call.ts'
import { config } from '#shared/config.ts'
import { showsAny } from '#shared/contract/freshness.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { preloadsLists } from '#shared/domain/claims.ts'
import { followAbsence, readIdentity, unsavedAtom } from '#shared/session/auto-lock.ts'
import { claimsAtom, isIdentityLoadingAtom } from '#shared/session/claims.ts'
import { checkOwnAccess, hearRefusal } from '#shared/session/follow-access.ts'
import { followUpdates } from '#shared/session/follow-updates.ts'
import { followOfflineSession } from '#shared/session/follow-offline-session.ts'
import { followTerminalUser } from '#shared/session/follow-terminal-user.ts'
import { followFormerPharmacies } from '#shared/session/former-pharmacies.ts'
import { hearForAll } from '#shared/session/hear-for-all.ts'
import { keepGenerations } from '#shared/session/keep-generations.ts'
import { keepDisk } from '#shared/session/keep-disk.ts'
import { openPharmacy, type PharmacyRoom } from '#shared/session/pharmacy-room.ts'
import { startReports } from '#shared/session/reports/start-reports.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { refreshPharmacy } from '#shared/session/sign-in.ts'
import { openTokens } from '#shared/session/token.ts'
import { pharmacyIdAtom, sessionAtom, shareIdentity, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { terminalQueueAtom } from '#shared/store/sales/sale-atoms.ts'
import { listRetryAtom } from '#shared/store/lists/product-list-atoms.ts'
import { followHints, invalidateQueries, newQueryClient, pharmacyStaleMs } from '#shared/store/lists/queries.ts'
import { watchActivity } from '#shared/windows/activity.ts'
import { openBus } from '#shared/windows/bus.ts'
import { connectivityAtom, watchConnectivity } from '#shared/windows/connectivity.ts'
import { isLeaderAtom, standForLeader } from '#shared/windows/leader.ts'
import { shortAbsenceMs, watchReturn } from '#shared/windows/on-return.ts'
import type { ServerHint } from '#shared/windows/server-hints.ts'

/** `store`: for the window's `<Provider store={…}>`. `stop`: for tests; a real window just closes. */
export type StartedSession = { store: ReturnType<typeof createStore>; stop: () => void }

/**
 * Starts a window (called once by its `main.tsx`): connects to the other windows of the terminal, reads the session,
 * opens the sales and lists of the pharmacy, and sends waiting rows. Returns at once; `claimsAtom` is set when the disk
 * was read.
 */
export function startSession(): StartedSession {
  const store = createStore()
  const bus = openBus()
  const queryClient = newQueryClient(() => store.get(connectivityAtom).state !== 'offline')
  store.set(queryClientAtom, queryClient)
  store.set(isIdentityLoadingAtom, true)
  const identity = shareIdentity(store, bus)
  const tokens = openTokens(store)
  const network = watchConnectivity(store, bus)
  configureClient({
    base: config.apiBase,
    token: tokens.current,
    onNoAnswer: network.noAnswer,
    onAnswer: network.answered,
    onRefusal: (refusal) => hearRefusal(store, refusal),
    queue: () => store.get(terminalQueueAtom),
    generations: keepGenerations(store, identity),
  })
  store.set(sessionServicesAtom, { identity, tokens })

  let room: PharmacyRoom | null = null
  const activity = watchActivity(
    bus,
    () => !isCustomersScreen(),
    document.documentElement.dataset.window === 'backoffice',
  )
  const leaving: (() => void)[] = [followUpdates(store), keepDisk(store), followAbsence(store, activity), activity.stop]
  leaving.push(startReports(), followPharmacyZone(store))
  const follow = <T>(read: () => T, react: (value: T) => void, source: Parameters<typeof store.sub>[0]) =>
    leaving.push(onChange(read, react, (listener) => store.sub(source, listener)))

  // The terminal's pharmacy: its sales and lists are open, also while locked.
  follow(
    () => store.get(pharmacyIdAtom),
    (pharmacyId) => {
      room?.close()
      room = pharmacyId ? openPharmacy(store, bus, tokens, pharmacyId) : null
      room?.setLeading(leads())
    },
    pharmacyIdAtom,
  )

  // The leading window refreshes the lists while a member is signed in (specification §4).
  const leads = () => store.get(isLeaderAtom) && preloadsLists(store.get(claimsAtom).claims)
  for (const changing of [isLeaderAtom, claimsAtom]) leaving.push(store.sub(changing, () => room?.setLeading(leads())))

  const refreshMembers = () =>
    refreshPharmacy(identity, tokens, store.get(terminalAtom)?.account ?? null).catch(() => undefined)
  const askAgain = followHints(queryClient)
  const onHint = (hint: ServerHint) => {
    askAgain(hint)
    if (!store.get(isLeaderAtom)) return
    room?.onHint(hint)
    if (hint !== 'all' && !showsAny(pharmacies.users.path, [hint])) return
    void refreshMembers()
    void checkOwnAccess(store)
  }
  store.set(listRetryAtom, {
    retry(list = 'pharmacy-products') {
      onHint(list)
      bus.post({ kind: 'server-hint', list })
    },
  })
  leaving.push(
    bus.subscribe((notice) => {
      if (notice.kind === 'server-hint') onHint(notice.list)
    }),
    followFormerPharmacies(store, bus),
  )

  // Only the leading window receives server hints and does the shared work.
  const hearing = hearForAll(store, bus, network, onHint)
  const lead = () => {
    const stopHearing = hearing.begin()
    const hourly = setInterval(() => void refreshMembers(), pharmacyStaleMs)
    return () => {
      stopHearing()
      clearInterval(hourly)
    }
  }

  follow(
    () => store.get(connectivityAtom).state !== 'offline',
    (isReachable) => {
      if (!isReachable) return
      hearing.wake()
      // Repeats queries that failed while offline.
      invalidateQueries(queryClient, 'all')
      room?.onOnline()
    },
    connectivityAtom,
  )

  leaving.push(followOfflineSession(store))
  // An offline session got its member token: repeat what needed it.
  let wasOffline = false
  follow(
    () => store.get(sessionAtom)?.isOffline,
    (isOffline) => {
      if (wasOffline && isOffline === false) {
        invalidateQueries(queryClient, 'all')
        room?.onOnline()
      }
      wasOffline = isOffline === true
    },
    sessionAtom,
  )

  follow(() => store.get(sessionAtom)?.id, droppingAnswers(store, queryClient), sessionAtom)

  // A suspended window, or one in the back-forward cache, misses messages: it reads the disk again on return.
  leaving.push(
    watchReturn((awayMs) => {
      void Promise.all([identity.refresh(), room?.refresh()])
      if (awayMs < shortAbsenceMs) return
      void network.check()
      hearing.wake()
    }),
  )

  void readIdentity(identity).then(() => {
    leaving.push(standForLeader(store, bus, lead), followTerminalUser(store, identity))
  })

  return {
    store,
    stop() {
      for (const leave of leaving) leave()
      room?.close()
      network.stop()
      identity.close()
      bus.close()
      queryClient.clear()
    },
  }
}

/** The hours of the pharmacy are shown, whatever the zone of the device. */
function followPharmacyZone(store: StartedSession['store']): () => void {
  const read = () => store.get(terminalAtom)?.pharmacy?.timeZone ?? null
  return onChange(read, setPharmacyZone, (listener) => store.sub(terminalAtom, listener))
}

/** Another member may have other permissions: drops the cached answers. Those under unsaved input wait for its member. */
function droppingAnswers(store: StartedSession['store'], queryClient: ReturnType<typeof newQueryClient>): () => void {
  let member: string | undefined
  return () => {
    const userId = store.get(sessionAtom)?.userId
    if (store.get(unsavedAtom).size === 0 || (userId !== undefined && userId !== member)) queryClient.clear()
    else if (userId !== undefined) invalidateQueries(queryClient, 'all')
    member = userId ?? member
  }
}

/** Calls `react` with the value now and after each change of it. Returns a function that stops this. */
function onChange<T>(
  read: () => T,
  react: (value: T) => void,
  subscribe: (listener: () => void) => () => void,
): () => void {
  let last: T | undefined
  const look = () => {
    const value = read()
    if (value === last) return
    last = value
    react(value)
  }
  const stop = subscribe(look)
  look()
  return stop
}
