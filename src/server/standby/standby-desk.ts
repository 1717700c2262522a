import type { StandbyDesk } from '#server/http/route.ts'
import type { StandbyDoor } from '#server/standby/standby-door.ts'

/** What the calls of a member ask of the door. */
export function deskOf(door: StandbyDoor): StandbyDesk {
  return {
    offer: door.offer,
    forget: door.forget,
    async facts() {
      const status = await door.status()
      if (!status) return { port: door.port, paired: null }
      const { name, pairedAt, awaySince, lag, isLost } = status
      return {
        port: door.port,
        paired: {
          name,
          pairedAt: pairedAt.toISOString(),
          awaySince: awaySince?.toISOString() ?? null,
          lagBytes: lag?.bytes ?? null,
          lagSeconds: lag?.seconds ?? null,
          isLost,
        },
      }
    },
  }
}
