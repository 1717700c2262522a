import type { BrowserContext, Page } from '@playwright/test'

/** A further window of a browser. As a tab behind another one it would be drawn once in two seconds, and each touch would wait for that. */
export async function openWindow(context: BrowserContext): Promise<Page> {
  const [beside] = context.pages()
  const browser = context.browser()
  if (!beside || !browser) return context.newPage()
  const page = await context.newCDPSession(beside)
  const { targetInfo } = await page.send('Target.getTargetInfo')
  await page.detach()
  const devtools = await browser.newBrowserCDPSession()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    devtools.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
    }),
  ])
  await devtools.detach()
  return opened
}
