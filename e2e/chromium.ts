import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** What Playwright switches off itself: Chromium reads the last `--disable-features` alone, so that ours must name these again. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Each window would start a process for the list below its address bar, which nobody sees, and another one to spare: a third of the processor of a short journey. */
const processesToSpare = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** What every Chromium of ours is started with: no GPU, no sandbox (CI runs as root), and no talk with the outside. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  `--disable-features=${[...offInPlaywright, ...processesToSpare].join(',')}`,
]

/** The Chromium to drive: Playwright's own where it is installed, else the system's, else undefined. */
export function findChromium(): string | undefined {
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  for (const name of systemNames) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()
    if (found) return found
  }
  return undefined
}

/** Finds a Chromium or installs one: Playwright's download first, Debian's package (as root) where that is out of reach. */
export function ensureChromium(): string {
  const present = findChromium()
  if (present) return present
  spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  if (!findChromium() && process.getuid?.() === 0) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const installed = findChromium()
  if (!installed)
    throw new Error('No Chromium: run « npx playwright install --with-deps chromium » or install your system’s.')
  return installed
}
