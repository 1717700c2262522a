import type { CDPSession, Page } from '@playwright/test'

/** Between two keys of a scanner; a hand leaves ten times as much. */
const gapMs = 5
/** From the keyboard to the scanner a hand needs longer than this. */
const reachMs = 300

/**
 * A scanner that types like a keyboard. The moments of its keys are written into the events, as the operating system does: on a machine that
 * is busy with other things a scan must not look like slow typing, nor depend on luck to look like a scan.
 */
export async function scanInto(page: Page, code: string): Promise<void> {
  const device = await page.context().newCDPSession(page)
  const startMs = Date.now() + reachMs
  // Not one after the other: the answers are of no interest, the order is kept by the channel.
  await Promise.all([...Array.from(code), 'Enter'].map((key, index) => press(device, key, startMs + index * gapMs)))
  await device.detach()
}

/** The separator of GS1 comes as F8, which scanners are often set to. */
const separator = '\u001D'

async function press(device: CDPSession, key: string, atMs: number): Promise<void> {
  const event = { timestamp: atMs / 1000, ...eventOf(key) }
  await Promise.all([
    device.send('Input.dispatchKeyEvent', { type: event.text ? 'keyDown' : 'rawKeyDown', ...event }),
    device.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
  ])
}

function eventOf(key: string): { key: string; text?: string; windowsVirtualKeyCode?: number } {
  if (key === 'Enter') return { key, text: '\r', windowsVirtualKeyCode: 13 }
  return key === separator ? { key: 'F8', windowsVirtualKeyCode: 119 } : { key, text: key }
}
