import { latePart } from '#shared/ui/late-part.tsx'

export const PrintDrawer = latePart(
  async () => (await import('#kiosk/counter/print/print-drawer.tsx')).PrintDrawer,
  null,
)
export const QueueDrawer = latePart(
  async () => (await import('#kiosk/counter/queue/queue-drawer.tsx')).QueueDrawer,
  null,
)
