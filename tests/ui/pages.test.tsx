import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'
import { HelpLink } from '#shared/ui/help-link.tsx'
import { Loader } from '#shared/ui/loader.tsx'
import { draw } from '#tests/ui/draw.tsx'

describe('Loader', () => {
  test('says « Chargement » unless told otherwise', () => {
    const { rerender } = draw(<Loader />)
    expect(screen.getByRole('status').textContent).toBe('Chargement')
    rerender(<Loader label="Ouverture de la caisse" />)
    expect(screen.getByRole('status').textContent).toBe('Ouverture de la caisse')
  })
})

describe('ErrorPage', () => {
  test('leads home', () => {
    draw(<ErrorPage homeHref="/backoffice/" />)
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' }).getAttribute('href')).toBe('/backoffice/')
  })

  test('or does what its owner says', async () => {
    const onButton = vi.fn()
    const { user } = draw(<ErrorPage title="Vente introuvable" buttonLabel="Voir les ventes" onButton={onButton} />)
    await user.click(screen.getByRole('button', { name: 'Voir les ventes' }))
    expect(onButton).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('heading', { name: 'Vente introuvable' })).toBeTruthy()
  })
})

describe('FatalBoundary', () => {
  // React writes what it caught; here it is expected.
  const silence = vi.fn()
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(silence))
  afterEach(() => vi.restoreAllMocks())

  function Broken(): never {
    throw new Error('render failed')
  }

  test('apologises instead of a white screen, and reports', () => {
    const onError = vi.fn()
    draw(
      <FatalBoundary onError={onError} kept="Vos ventes sont enregistrées sur ce poste.">
        <Broken />
      </FatalBoundary>,
    )
    expect(screen.getByRole('heading').textContent).toContain('un problème technique')
    expect(screen.getByText(/Vos ventes sont enregistrées sur ce poste\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Recharger la page' })).toBeTruthy()
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: 'render failed' })
  })

  test('stays out of the way otherwise', () => {
    draw(<FatalBoundary>Tout va bien</FatalBoundary>)
    expect(screen.getByText('Tout va bien')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('ConnectivityPill', () => {
  test('on line', () => {
    draw(<ConnectivityPill state="online" onClick={() => {}} />)
    expect(screen.getByRole('button', { name: 'En ligne' })).toBeTruthy()
  })

  test('off line, since when and what waits; opens the queue', async () => {
    const onClick = vi.fn()
    const { user } = draw(
      <ConnectivityPill state="offline" secondsOffline={14 * 60 + 12} pendingCount={3} onClick={onClick} />,
    )
    const pill = screen.getByRole('button', { name: 'Hors ligne depuis 14\u00a0min · 3\u00a0à envoyer' })
    await user.click(pill)
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('unstable: the state in words, what waits, and it is announced', () => {
    const { rerender } = draw(<ConnectivityPill state="online" onClick={() => {}} />)
    rerender(<ConnectivityPill state="unstable" pendingCount={2} onClick={() => {}} />)
    expect(screen.getByRole('button', { name: 'Réseau instable · 2\u00a0à envoyer' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Réseau instable')
  })

  test('what waits is said on line too, and nothing when nothing waits', () => {
    const { rerender } = draw(<ConnectivityPill state="online" pendingCount={1} onClick={() => {}} />)
    expect(screen.getByRole('button', { name: 'En ligne · 1\u00a0à envoyer' })).toBeTruthy()
    rerender(<ConnectivityPill state="online" pendingCount={0} onClick={() => {}} />)
    expect(screen.getByRole('button', { name: 'En ligne' })).toBeTruthy()
  })

  test('what the server refused is said apart from what waits, in red', () => {
    const { rerender } = draw(<ConnectivityPill state="online" pendingCount={1} refusedCount={1} onClick={() => {}} />)
    const pill = screen.getByRole('button', { name: 'En ligne · 1\u00a0refusée' })
    expect(pill.className).toContain('refused')
    rerender(<ConnectivityPill state="online" pendingCount={3} refusedCount={2} onClick={() => {}} />)
    expect(screen.getByRole('button', { name: 'En ligne · 2\u00a0refusées, 1\u00a0à envoyer' })).toBeTruthy()
  })

  test('the change of state is announced, not each minute', () => {
    const { rerender } = draw(<ConnectivityPill state="offline" secondsOffline={60} />)
    const before = screen.getByRole('status').textContent
    rerender(<ConnectivityPill state="offline" secondsOffline={120} />)
    expect(screen.getByRole('status').textContent).toBe(before)
    rerender(<ConnectivityPill state="online" />)
    expect(screen.getByRole('status').textContent).toBe('En ligne')
  })
})

describe('HelpLink', () => {
  test('opens the help beside the shop', () => {
    draw(<HelpLink href="https://aide.example/" />)
    const link = screen.getByRole('link', { name: 'Aide' })
    expect(link.getAttribute('href')).toBe('https://aide.example/')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('is not there when no help page is configured', () => {
    draw(<HelpLink href={undefined} />)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
