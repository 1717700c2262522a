import type { DBSchema } from 'idb'
import type { Member, Pharmacy } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { connect } from '#shared/store/disk/connection.ts'
import type { PrinterChoice } from '#shared/store/sales/printer-choice.ts'

/** The account that this browser was signed in with, as its token said. No `pharmacyId`: an account of the platform. */
export type Account = {
  uid: string
  email: string
  pharmacyId: string | null
  domainId: string | null
  roles: readonly string[]
}

/** This browser as a post of work. Its id and code outlive sign-outs: the numbers of its sales must never start again. */
export type Terminal = {
  terminalId: string
  /** Begins the temporary identifiers of its sales: `K7QF-12`. */
  terminalCode: string
  account: Account | null
  /** Last known pharmacy and the members who may unlock, so that the lock screen opens without a network. */
  pharmacy: Pharmacy | null
  members: readonly Member[]
  /** How it prints; missing until somebody chose. */
  printing?: PrinterChoice
  /** Whether a scanner that does not type was connected; which ones, the browser remembers. Missing: no. */
  hasHidScanner?: boolean
  /** In a pharmacy with a central cashier: the cashier stands at another terminal. Missing: at this one. */
  isCashierElsewhere?: boolean
}

/** One unlock on this terminal: shared by its windows, survives a crash, ends with the lock. `id` is the `pin` of the claims. */
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
  /** In percent of a sale's total; null or missing (a session of an earlier version): no limit. */
  discountLimit?: number | null
  /** Milliseconds of the terminal's clock. */
  startedAt: number
  /** Unlocked without the server: there is no token of the member until the next unlock online. */
  isOffline: boolean
}

/** What a PIN is checked against without a network, and what its back-off must remember across restarts. Never the digits. */
export type OfflineUnlock = {
  userId: string
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  iterations: number
  /** The session as it would be opened, but for its id and time. */
  grants: Pick<
    Session,
    'userId' | 'uid' | 'pharmacyId' | 'domainId' | 'firstName' | 'lastName' | 'roles' | 'permissions' | 'discountLimit'
  >
  failures: number
  /** Milliseconds of the clock, 0 when not locked out. */
  lockedUntil: number
}

interface IdentitySchema extends DBSchema {
  terminal: { key: 'this'; value: Terminal }
  session: { key: 'this'; value: Session }
  unlocks: { key: string; value: OfflineUnlock }
}

export type Identity = { terminal: Terminal; session: Session | null }

/** The database `officine-identity`: who this terminal is and who has unlocked it. The kiosk boots from here, Firebase only upgrades it. */
export function openIdentityStore() {
  const connection = connect<IdentitySchema>('officine-identity', 1, (database) => {
    database.createObjectStore('terminal')
    database.createObjectStore('session')
    database.createObjectStore('unlocks')
  })

  return {
    /** Reads the identity; the first reading makes the terminal's id and code. */
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
        return { terminal, session }
      })
    },

    /** Changes what is known of the terminal; the rest stays. */
    patchTerminal(patch: Partial<Omit<Terminal, 'terminalId' | 'terminalCode'>>): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('terminal', 'readwrite', { durability: 'strict' })
        const terminal = await tx.store.get('this')
        if (terminal) await tx.store.put({ ...terminal, ...patch }, 'this')
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

    /** Changes this session, where it still stands: answers whether it did. Nobody who was locked out comes back by a late answer. */
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

    putUnlock(unlock: OfflineUnlock): Promise<void> {
      return connection.write(async (database) => {
        const tx = database.transaction('unlocks', 'readwrite', { durability: 'strict' })
        await tx.store.put(unlock, unlock.userId)
        await tx.done
      })
    },

    /** Forgets one member: the server no longer takes this PIN. */
    forgetUnlock(userId: string): Promise<void> {
      return connection.write((database) => database.delete('unlocks', userId))
    },

    /** Forgets who may unlock offline: the terminal leaves its pharmacy. */
    forgetUnlocks(): Promise<void> {
      return connection.write((database) => database.clear('unlocks'))
    },

    close: connection.close,
  }
}
