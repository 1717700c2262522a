import { expect } from './journey.ts'
import type { Look } from './kiosk-walk.ts'
import { faultsOf, looksClosely, overflowOf, picturesFolder, smallTargetsOf, takePicture, typosOf } from './looks.ts'

const counterSizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]

const phone = { width: 390, height: 844 }
/** What is also looked at on a phone. */
const onPhone =
  /: (sign-in|lock screen|empty sale|search beside lines|payment|after the sale|clients|a client and his card|the sale of a patient|the register|sales of the day|stock|health of this terminal|queue)$/

/** All looks at a face, in the deep run; the walk goes on after a fault, so that one run names them all. */
export const counterLook =
  (products: readonly string[]): Look =>
  async (screen, page) => {
    if (!looksClosely) return
    const isDisplay = screen.startsWith('customer')
    expect.soft(await overflowOf(page, counterSizes), `${screen}: the page is larger than the screen`).toEqual([])
    await page.setViewportSize(counterSizes[0]!)
    // Nobody touches the customer's screen.
    if (!isDisplay)
      expect.soft(await smallTargetsOf(page, { least: 48, main: 64 }), `${screen}: too small for a finger`).toEqual([])
    await takePicture(page, `${screen} 1024`)
    if (picturesFolder && onPhone.test(screen)) {
      await page.setViewportSize(phone)
      await takePicture(page, `${screen} 390`)
    }
    await page.setViewportSize(counterSizes[1]!)
    await takePicture(page, screen)
    expect.soft(await faultsOf(page), `${screen}: what axe finds`).toEqual([])
    expect.soft(await typosOf(page, products), `${screen}: French typography`).toEqual([])
  }
