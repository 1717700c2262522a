import type { DBSchema } from 'idb'
import type { Member, Pharmacy } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { readGenerations, writeGeneration, type Generation } from '#shared/domain/generation.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { connect } from '#shared/store/disk/connection.ts'
import { wholePharmacy } from '#shared/store/identity/stored-pharmacy.ts'
import type { PrinterChoice } from '#shared/store/sales/printer-choice.ts'

/**
 * The account that is signed in on this browser, from the claims of its token. `pharmacyId` is null for platform
 * accounts.
 */
export type Account = {
  uid: string
  email: string
  pharmacyId: string | null
  domainId: string | null
  roles: readonly string[]
}

/** This browser as a workstation. Its id and code survive sign-outs: the numbering of its sales must never restart. */
export type Terminal = {
  terminalId: string
  /** Prefix of the temporary sale numbers: `K7QF-12`. */
  terminalCode: string
  account: Account | null
  /** Last known pharmacy and members who may unlock, so that the lock screen works offline. */
  pharmacy: Pharmacy | null
  members: readonly Member[]
  /** Missing until the user has chosen. */
  printing?: PrinterChoice
  /**
   * Whether a HID scanner was connected (one that does not act as a keyboard). The browser remembers the devices.
   * Missing: no.
   */
  hasHidScanner?: boolean
  /** In a pharmacy with a central cashier: the cashier works at another terminal. Missing: at this one. */
  isCashierElsewhere?: boolean
  /** The newest server that was met, by pharmacy (`domain/generation.ts`). Missing: none has told. */
  generations?: readonly string[]
}

/**
 * One unlock of this terminal. Its windows share it; it survives a crash and ends with the lock. `id` is the `pin`
 * claim, except when the terminal was unlocked offline.
 */
export type Session = {
  id: string
  userId: string
  uid: string
  pharmacyId: string
  domainId: string
  firstName: string
  lastName: string
  roles: readonly string[]
  permissions: readonly Permission[]
  /** Percent of a sale's total; null or missing (session of an earlier version): no limit. */
  discountLimit?: number | null
  /** Terminal clock, in ms. */
  startedAt: number
  /** Unlocked without the server: there is no token of the member until the next online unlock. */
  isOffline: boolean
  /** The `pin` claim of a session that was unlocked offline and then got its token. */
  unlockId?: string
}

/**
 * The data of an offline PIN check: a salted hash, never the digits, and the wrong PINs, which must survive restarts.
 */
export type OfflineUnlock = {
  userId: string
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  iterations: number
  /** The session to open, without its id and start time. */
  grants: Pick<
    Session,
    'userId' | 'uid' | 'pharmacyId' | 'domainId' | 'firstName' | 'lastName' | 'roles' | 'permissions' | 'discountLimit'
  >
  /** The session that the server gave for unlocks without it. Missing in records of an earlier version. */
  sessionId?: string
  /** Moments of wrong PINs by the terminal's clock, in ms. Missing: the record of an earlier version. */
  wrongAt?: readonly number[]
}

interface IdentitySchema extends DBSchema {
  terminal: { key: 'this'; value: Terminal }
  session: { key: 'this'; value: Session }
  unlocks: { key: string; value: OfflineUnlock }
}

export type Identity = { terminal: Terminal; session: Session | null }

/**
 * The database `officine-identity`: the terminal and its session. The kiosk starts from it; Firebase only refreshes it.
 */
export function openIdentityStore() {
  const connection = connect<IdentitySchema>('officine-identity', 1, (database) => {
    database.createObjectStore('terminal')
    database.createObjectStore('session')
    database.createObjectStore('unlocks')
  })

  return {
    /**
     * Reads the identity; what an earlier version could not store has its default. The first read creates the terminal's
     * id and code.
     */
    read(): Promise<Identity> {
      return connection.write(async (database) => {
        const tx = database.transaction(['terminal', 'session'], 'readwrite', { durability: 'strict' })
        let terminal = await tx.objectStore('terminal').get('this')
        if (!terminal) {
          const terminalId = crypto.randomUUID()
          terminal = { terminalId, terminalCode: terminalCode(terminalId), account: null, pharmacy: null, members: [] }
          await tx.objectStore('terminal').put(terminal, 'this')
        }
        const session = (await tx.objectStore('session').get('this')) ?? null
        await tx.done
        const { pharmacy } = terminal
        return { terminal: { ...terminal, pharmacy: pharmacy && wholePharmacy(pharmacy) }, session }
      })
    },

    /** Changes the given fields of the terminal. */
    patchTerminal(patch: Partial<Omit<Terminal, 'terminalId' | 'terminalCode'>>): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('terminal', 'readwrite', { durability: 'strict' })
        const terminal = await tx.store.get('this')
        if (terminal) await tx.store.put({ ...terminal, ...patch }, 'this')
        await tx.done
      })
    },

    /** Keeps the newest server that was met, unless a newer one is kept already. */
    noteGeneration(met: Generation): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('terminal', 'readwrite', { durability: 'strict' })
        const terminal = await tx.store.get('this')
        const kept = readGenerations(terminal?.generations?.join(','))
        const before = kept.find(({ pharmacyId }) => pharmacyId === met.pharmacyId)
        if (terminal && (before?.number ?? 0) < met.number) {
          const others = kept.filter((one) => one !== before)
          await tx.store.put({ ...terminal, generations: [met, ...others].map(writeGeneration) }, 'this')
        }
        await tx.done
      })
    },

    putSession(session: Session): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('session', 'readwrite', { durability: 'strict' })
        await tx.store.put(session, 'this')
        await tx.done
      })
    },

    /**
     * Changes the session if it is still the current one; returns whether it was. A late server reply must not revive a
     * session that was locked.
     */
    changeSession(id: string, patch: Partial<Session>): Promise<boolean> {
      return connection.write(async (database) => {
        const tx = database.transaction('session', 'readwrite', { durability: 'strict' })
        const session = await tx.store.get('this')
        if (session?.id === id) await tx.store.put({ ...session, ...patch }, 'this')
        await tx.done
        return session?.id === id
      })
    },

    endSession(): Promise<void> {
      return connection.write((database) => database.delete('session', 'this'))
    },

    readUnlock(userId: string): Promise<OfflineUnlock | undefined> {
      return connection.run((database) => database.get('unlocks', userId))
    },

    readUnlocks(): Promise<OfflineUnlock[]> {
      return connection.run((database) => database.getAll('unlocks'))
    },

    putUnlock(unlock: OfflineUnlock): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('unlocks', 'readwrite', { durability: 'strict' })
        await tx.store.put(unlock, unlock.userId)
        await tx.done
      })
    },

    /** Deletes the record of one member, because the server no longer accepts this PIN. */
    forgetUnlock(userId: string): Promise<void> {
      return connection.write((database) => database.delete('unlocks', userId))
    },

    /** Deletes the offline unlock records of all members, because the terminal leaves its pharmacy. */
    forgetUnlocks(): Promise<void> {
      return connection.write((database) => database.clear('unlocks'))
    },

    close: connection.close,
  }
}
