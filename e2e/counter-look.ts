import { expect } from './journey.ts'
import type { Look } from './kiosk-walk.ts'
import { faultsOf, overflowOf, smallTargetsOf, takePicture, typosOf } from './looks.ts'

const counterSizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]

/** All looks at a face; the walk goes on after a fault, so that one run names them all. */
export const counterLook =
  (products: readonly string[]): Look =>
  async (screen, page) => {
    const isDisplay = screen.startsWith('customer')
    expect.soft(await overflowOf(page, counterSizes), `${screen}: the page is larger than the screen`).toEqual([])
    await page.setViewportSize(counterSizes[0]!)
    // Nobody touches the customer's screen.
    if (!isDisplay)
      expect.soft(await smallTargetsOf(page, { least: 48, main: 64 }), `${screen}: too small for a finger`).toEqual([])
    await page.setViewportSize(counterSizes[1]!)
    await takePicture(page, screen)
    expect.soft(await faultsOf(page), `${screen}: what axe finds`).toEqual([])
    expect.soft(await typosOf(page, products), `${screen}: French typography`).toEqual([])
  }
