import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Engine } from '#shared/contract/engine.ts'
import { Instant } from '#shared/contract/values.ts'

/** What a pharmacy asks of the server that keeps it: its state, its backup, its second computer. */
export const serverCalls = {
  engine: endpoint({
    method: 'GET',
    path: '/pharmacies/engine',
    summary:
      'What the database of this server is, has and takes, the room of the photos, its alarms and the queues of the tills',
    permission: 'settings.edit',
    unreplayed: 'outside',
    reply: Engine,
  }),
  confirmCopy: endpoint({
    method: 'POST',
    path: '/pharmacies/copy/confirm',
    summary: 'Say that this restored copy is the shop from now on: it certifies, sends and takes sales again',
    permission: 'settings.edit',
    readiesCopy: true,
    touches: ['pharmacies'],
    unreplayed: 'outside',
    reply: z.object({}),
  }),
  tryBackup: endpoint({
    method: 'POST',
    path: '/pharmacies/backup/try',
    summary: 'Restore the backup beside the shop and compare the ledgers, in the background',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    /** False: this server makes no backup, or a try runs already. */
    unreplayed: 'outside',
    reply: z.object({ began: z.boolean() }),
  }),
  keptDays: endpoint({
    method: 'GET',
    path: '/pharmacies/backup/days',
    summary: 'The days that the backup can show, oldest first',
    permission: 'settings.edit',
    unreplayed: 'outside',
    reply: z.object({ days: z.array(z.object({ day: z.iso.date(), at: Instant })) }),
  }),
  openBeside: endpoint({
    method: 'POST',
    path: '/pharmacies/beside',
    summary: 'Restore the backup beside the shop and open it: to exercise in, or as it was at the end of a day',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    /** `exercise`: the shop of yesterday; `past`: of `day`, to be read. */
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('exercise') }),
      z.object({ kind: z.literal('past'), day: z.iso.date() }),
    ]),
    /** False: this server makes no backup, or one is open already. */
    unreplayed: 'outside',
    reply: z.object({ began: z.boolean() }),
  }),
  closeBeside: endpoint({
    method: 'DELETE',
    path: '/pharmacies/beside',
    summary: 'End the shop beside this one and remove it',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    unreplayed: 'outside',
    reply: z.object({}),
  }),
  pairStandby: endpoint({
    method: 'POST',
    path: '/pharmacies/standby/pairing',
    summary: 'Six words with which a second computer may come and follow this one, once, within ten minutes',
    permission: 'settings.edit',
    touchesNothing: 'Six words are no fact; the second computer is one when it has come',
    unreplayed: 'outside',
    reply: z.object({ words: z.string(), port: z.int(), until: Instant }),
  }),
  forgetStandby: endpoint({
    method: 'POST',
    path: '/pharmacies/standby/forget',
    summary: 'End the pairing of the second computer: it may follow no more',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    unreplayed: 'outside',
    reply: z.object({}),
  }),
}
