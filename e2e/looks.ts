import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Size = { width: number; height: number }

/** Waits until what opens or closes stands still: on its way it is smaller and paler than it will be. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    for (;;) {
      // A window that opens begins to move a few frames after it stands in the page.
      for (let drawn = 0; drawn < 3; drawn++) await frame()
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      if (moving.length === 0) return
      // What is taken off the page before its end is canceled.
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })
}

/** The folder of `npm run looks`; without it no picture is taken. */
export const picturesFolder = process.env.OFFICINE_LOOKS

/** Keeps a picture of the window as it stands, named after its screen. */
export async function takePicture(page: Page, screen: string): Promise<void> {
  if (!picturesFolder) return
  await settled(page)
  mkdirSync(picturesFolder, { recursive: true })
  const name = screen.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  await page.screenshot({ path: join(picturesFolder, `${name.replaceAll(/[^a-z0-9]+/g, '-')}.png`) })
}

/**
 * Whether axe looks, and at every size: 2 s of the processor for each screen, a third of what the gate takes. Only the deep run does, in which the
 * journeys of the gate that look (@axe) run again.
 */
export const looksClosely = Boolean(process.env.OFFICINE_DEEP || picturesFolder)

/** No fault that axe can find in what stands on the screen (WCAG 2.1 A and AA); in the gate: not looked at. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!looksClosely) return []
  await settled(page)
  // One document is looked at many times: axe is read once, which is a third of a look.
  const isThere = await page.evaluate(() => 'axe' in window)
  // No frames of ours come from elsewhere: its older way spares a window for each look.
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

/** The page never scrolls: lists do (design: the total is always in sight). In the gate: not looked at. */
export async function overflowOf(page: Page, sizes: readonly Size[]): Promise<string[]> {
  if (!looksClosely) return []
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settled(page)
    const { width, height } = await page.evaluate(() => ({
      width: document.scrollingElement!.scrollWidth,
      height: document.scrollingElement!.scrollHeight,
    }))
    if (width > size.width || height > size.height) found.push(`${size.width}×${size.height} holds ${width}×${height}`)
  }
  return found
}

/** What a finger touches and is smaller than it should be, in CSS px; `main` for the button that goes on. */
export async function smallTargetsOf(page: Page, { least, main }: { least: number; main: number }): Promise<string[]> {
  await settled(page)
  return page.evaluate(
    (asked) => {
      const touched =
        'button, a[href], summary, input:not([type=hidden]), select, textarea, [role=button], [role=radio], [role=option], [role=menuitem], [role=tab], [role=switch], [role=checkbox]'
      const found: string[] = []
      for (const element of document.querySelectorAll<HTMLElement>(touched)) {
        if (
          !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
          element.closest('[inert], [aria-hidden=true]')
        )
          continue
        // A field is touched wherever its frame or its label is.
        const frame =
          element instanceof HTMLInputElement
            ? (element.closest('label, .mantine-Input-wrapper, .mantine-Switch-body, .mantine-Checkbox-body') ??
              element)
            : element
        const { width, height } = frame.getBoundingClientRect()
        if (width <= 1 || height <= 1) continue
        const least =
          element.matches('.mantine-Button-root[data-variant=filled], .mantine-Button-root:not([data-variant])') &&
          element.matches('[data-size=lg]')
            ? asked.main
            : asked.least
        // Half a pixel is how a browser rounds.
        if (width < least - 0.5 || height < least - 0.5)
          found.push(
            `${Math.round(width)}×${Math.round(height)} ${element.tagName.toLowerCase()} « ${(element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 50).replaceAll('\n', ' ')} »`,
          )
      }
      return found
    },
    { least, main },
  )
}

/** What stands outside the window where no scroll brings it back, or is cut off in a box that does not scroll. */
export async function lostOf(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(() => {
    const found: string[] = []
    const doc = document.scrollingElement!
    if (doc.scrollWidth > innerWidth + 1) found.push(`the page is ${doc.scrollWidth} wide in ${innerWidth}`)
    const scrolls = (style: CSSStyleDeclaration, axis: 'X' | 'Y') =>
      ['auto', 'scroll'].includes(axis === 'X' ? style.overflowX : style.overflowY)
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type=hidden]), [role=radio], [role=tab], [role=status]',
    )) {
      if (
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        element.closest('[inert], [aria-hidden=true]')
      )
        continue
      let { left, right, top, bottom } = element.getBoundingClientRect()
      if (right - left <= 1 || bottom - top <= 1) continue
      let lost = false
      for (let box = element.parentElement; box && !lost; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        const room = box.getBoundingClientRect()
        // Within a box that scrolls everything is reachable; then it is the box that must be.
        if (scrolls(style, 'Y') || scrolls(style, 'X')) ({ left, right, top, bottom } = room)
        else
          lost =
            box !== document.body &&
            box !== document.documentElement &&
            (right > room.right + 2 || left < room.left - 2 || bottom > room.bottom + 2 || top < room.top - 2)
      }
      const isOutside =
        doc.scrollHeight <= innerHeight + 1 &&
        (right > innerWidth + 2 || bottom > innerHeight + 2 || left < -2 || top < -2)
      if (lost || isOutside)
        found.push(
          `${lost ? 'cut off' : 'outside'}: ${element.tagName.toLowerCase()} « ${(element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 50).replaceAll('\n', ' ')} »`,
        )
    }
    return found
  })
}

/** Words of buttons, tiles and figures that stand out of them, or of the window: « button « rendu 4 010 » 12 px ». */
export async function leavingOf(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(() => {
    const found: string[] = []
    const words = document.createTreeWalker(document.querySelector('main, body')!, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const parent = text.parentElement!
      const frame = parent.closest('button, a[href], [role=status], li, dl > div')
      if (!frame || !text.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const [own, room] = [range.getBoundingClientRect(), frame.getBoundingClientRect()]
      // What only screen readers read is one pixel large.
      if (room.width <= 1 || parent.getBoundingClientRect().width <= 1) continue
      const [left, right] = [Math.max(0, room.left), Math.min(innerWidth, room.right)]
      const beside = Math.max(left - own.left, own.right - right)
      // A font is higher than its letters: a quarter of the line may stand out.
      const above =
        Math.max(room.top - own.top, own.bottom - room.bottom) - parseFloat(getComputedStyle(parent).fontSize) / 4
      const beyond = Math.max(beside, above)
      if (beyond > 0.5)
        found.push(`${frame.tagName.toLowerCase()} « ${text.textContent.trim()} » ${Math.ceil(beyond)} px`)
    }
    return found
  })
}

const narrow = '\u202F'
const firm = '\u00A0'

/** What of the words on the screen a French typographer would mend. `names` are others' own words, a product's as its box writes it: they are left as they are. */
export async function typosOf(page: Page, names: readonly string[]): Promise<string[]> {
  // On the screen a name may be set with firmer spaces than it came with.
  const plain = (text: string): string => text.replaceAll(/\s/gu, ' ')
  const own = names.map(plain)
  const isOurs = (text: string): boolean => own.every((name) => !plain(text).includes(name))
  const texts = await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'title'].flatMap((name) => element.getAttribute(name) ?? []),
    )
    return [...document.body.innerText.split('\n'), ...named]
  })
  const rules: [RegExp, string][] = [
    [/\p{L}'\p{L}/u, 'a straight apostrophe'],
    [/"/u, 'a straight quotation mark'],
    [new RegExp(`[^\\s${narrow}«(!?;][;!?](\\s|$)`, 'u'), 'no narrow no-break space before ; ! ?'],
    [new RegExp(`[ ${firm}][;!?]`, 'u'), 'another space than a narrow no-break one before ; ! ?'],
    [new RegExp(`\\p{L}:(\\s|$)| :`, 'u'), 'no no-break space before :'],
    [/« (?!\s)|[^\s]«\S| »/u, 'no no-break space inside « »'],
    [/\d[ \u00A0]\d{3}(?!\d)/u, 'thousands without a narrow no-break space'],
    [/\d F CFA|F CFA| CFA/u, 'F CFA without its no-break spaces'],
    [/\.\.\./u, 'three dots that are no ellipsis'],
    [/\d[ ]%|\d%/u, 'no no-break space before %'],
  ]
  return [
    ...new Set(
      [...new Set(texts)]
        .filter(isOurs)
        .flatMap((text) =>
          rules.flatMap(([pattern, fault]) => (pattern.test(text) ? [`${fault}: « ${text.slice(0, 120)} »`] : [])),
        ),
    ),
  ]
}
