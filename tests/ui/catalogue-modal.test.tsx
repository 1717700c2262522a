import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { CatalogueModal, CatalogueRow } from '#shared/ui/catalogue-modal.tsx'
import { draw } from '#tests/ui/draw.tsx'

function refusal(resume: () => void, close: () => void, disabledReason?: string) {
  return (
    <CatalogueModal
      opened
      title="Il manque 1 information"
      text="La vente n’est pas encore enregistrée."
      kept="Vos lignes sont conservées."
      facts={[{ label: 'Limite', value: '50 000' }]}
      actions={[
        { label: 'Reprendre la vente', onClick: resume },
        { label: 'Terminer la vente', onClick: close, disabledReason },
      ]}
    >
      <CatalogueRow title="Mobile · 2 000 F CFA" missing="Opérateur manquant">
        <button type="button">MTN MoMo</button>
      </CatalogueRow>
    </CatalogueModal>
  )
}

describe('CatalogueModal', () => {
  test('says what happened, what was kept and what to do, as an alert', async () => {
    draw(refusal(vi.fn(), vi.fn()))
    const alert = await screen.findByRole('alertdialog', { name: 'Il manque 1 information' })
    for (const words of [
      'La vente n’est pas encore enregistrée.',
      'Vos lignes sont conservées.',
      'Opérateur manquant',
      '50 000',
    ])
      expect(within(alert).getByText(words)).toBeTruthy()
    expect(document.getElementById(alert.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'La vente n’est pas encore enregistrée.',
    )
  })

  test('touching the veil does not close it', async () => {
    const [resume, close] = [vi.fn(), vi.fn()]
    const { user } = draw(refusal(resume, close))
    await screen.findByRole('alertdialog')
    const veil = document.querySelector('.mantine-Modal-overlay')
    expect(veil).not.toBeNull()
    await user.click(veil as Element)
    await user.click(document.querySelector('.mantine-Modal-inner') as Element)
    expect(resume).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()
  })

  test('Échap does the first gesture, the harmless one', async () => {
    const [resume, close] = [vi.fn(), vi.fn()]
    const { user } = draw(refusal(resume, close))
    await screen.findByRole('alertdialog')
    await user.keyboard('{Escape}')
    expect(resume).toHaveBeenCalledTimes(1)
    expect(close).not.toHaveBeenCalled()
  })

  test('the Enter that ends a scan answers nothing', async () => {
    const [resume, close] = [vi.fn(), vi.fn()]
    const { user } = draw(refusal(resume, close))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Il manque 1 information'))
    await user.keyboard('3400930000001{Enter}')
    expect(resume).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()
  })

  test('a button that cannot be pressed yet says why', async () => {
    const close = vi.fn()
    const { user } = draw(refusal(vi.fn(), close, 'Choisissez l’opérateur'))
    const button = await screen.findByRole('button', { name: 'Terminer la vente' })
    expect(button).toHaveProperty('disabled', true)
    await user.click(button)
    expect(close).not.toHaveBeenCalled()
    expect(screen.getByText('Choisissez l’opérateur')).toBeTruthy()
  })
})
