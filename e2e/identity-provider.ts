import type { BrowserContext, Page } from '@playwright/test'

/**
 * The sign-in service's script that lets a page and its frame speak to each other comes from Google, which journeys do
 * not reach. This one does the same for the few calls that the sign-in SDK and the emulator's pages make.
 */
const frames = `(() => {
  const waiting = new Map()
  class Frame {
    constructor(other) {
      this.other = other
      this.handlers = new Map()
      this.early = []
      addEventListener('message', (event) => event.source === other() && event.data.frames && this.hear(event.data))
    }
    hear(message) {
      if (message.answers !== undefined) return this.answered(message)
      const handler = this.handlers.get(message.name)
      if (!handler) return this.early.push(message)
      Promise.resolve(handler(message.value)).then((value) => this.post({ answers: message.id, value: [value] }))
    }
    answered({ answers, value }) {
      // The SDK throws after it has handled « webStorageSupport »; Google's script takes no notice either.
      try {
        waiting.get(answers)?.(value)
      } catch {}
    }
    post(message) {
      this.other().postMessage({ frames: true, ...message }, '*')
    }
    register(name, handler) {
      this.handlers.set(name, handler)
      for (const message of this.early.splice(0)) this.hear(message)
    }
    send(name, value, done) {
      const id = Math.random()
      waiting.set(id, done)
      this.post({ id, name, value })
    }
    restyle() {
      return Promise.resolve()
    }
    ping(done) {
      done()
      return Promise.resolve()
    }
  }
  const open = ({ url, where }, done) => {
    const element = document.createElement('iframe')
    element.src = url
    element.hidden = true
    const frame = new Frame(() => element.contentWindow)
    where.append(element)
    return new Promise((resolve) => element.addEventListener('load', resolve)).then(() => done(frame))
  }
  const context = { open, getParentIframe: () => new Frame(() => parent) }
  window.gapi = {
    load: (_, { callback }) => callback(),
    iframes: { Iframe: Frame, CROSS_ORIGIN_IFRAMES_FILTER: null, getContext: () => context },
  }
  window[new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload']?.()
})()`

/** The other files that the emulator's pages load are for their looks. */
export async function reachIdentityProvider(context: BrowserContext): Promise<void> {
  await context.route(/^https:\/\/(unpkg|fonts)\./, (route) => route.fulfill({ body: '' }))
  await context.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: frames }),
  )
}

/** On the provider's page: an account that it did not see before. */
export async function giveAccount(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click()
  await page.locator('#email-input').fill(email)
  await page.getByRole('button', { name: /^Sign in with Google/ }).click()
}

/** On the provider's page: an account that signed in there before. */
export async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.getByText(email).click()
}
