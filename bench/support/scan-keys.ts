import type { CDPSession, Page } from '@playwright/test'

/** The pause between two boxes: two scans must not run into one. */
const reachMs = 320

/**
 * Types a code as a keyboard-wedge scanner does: all keys at once, then Entrée. The browser's own clock stamps them.
 */
export async function scanKeys(keyboard: CDPSession, code: string): Promise<void> {
  const press = (key: string, text: string, more: { windowsVirtualKeyCode?: number } = {}): Promise<unknown>[] => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, unmodifiedText: text, ...more }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...more }),
  ]
  await Promise.all([
    ...Array.from(code).flatMap((digit) => press(digit, digit)),
    ...press('Enter', '\r', { windowsVirtualKeyCode: 13 }),
  ])
}

export async function restAfterScan(page: Page): Promise<void> {
  await page.waitForTimeout(reachMs)
}
