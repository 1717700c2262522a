import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { AppError, ownMessages, specifiedMessages } from '#shared/domain/errors.ts'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { draw } from '#tests/ui/draw.tsx'

const alert = () => screen.findByRole('alertdialog')

describe('ErrorModal', () => {
  test.each([...specifiedMessages, ...ownMessages])(
    '%s has its title, its text and buttons that answer',
    async (message) => {
      const onGesture = vi.fn()
      const { title, text, kept, buttons } = errorTexts[message]
      const { user } = draw(<ErrorModal error={new AppError(message)} onGesture={onGesture} />)
      const body = (await alert()).textContent
      for (const words of [title, text, kept]) expect(body).toContain(words)
      for (const { label } of buttons) await user.click(screen.getByRole('button', { name: label }))
      expect(onGesture.mock.calls.map(([gesture]) => gesture)).toEqual(buttons.map(({ gesture }) => gesture))
    },
  )

  test('an empty sale offers « Reprendre »', async () => {
    draw(<ErrorModal error={new AppError('sales:cannotCloseEmptySale')} onGesture={() => {}} />)
    await alert()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Reprendre'])
  })

  test('a credit limit shows its three figures in the currency of the pharmacy', async () => {
    draw(
      <ErrorModal
        error={
          new AppError('sales:cannotCloseSaleWithCreditLimitExceeded', {
            current: 44_500,
            excess: 9_300,
            limit: 50_000,
          })
        }
        onGesture={() => {}}
      />,
    )
    expect(
      within(await alert())
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ).toEqual(['44\u202f500\u00a0F\u00a0CFA', '9\u202f300\u00a0F\u00a0CFA', '50\u202f000\u00a0F\u00a0CFA'])
  })

  test('facts of the same name are all shown', async () => {
    const items = ['Coartem', 'Doliprane', 'Smecta', 'Flagyl'].map((label) => ({ label }))
    draw(<ErrorModal error={new AppError('sales:cannotSaleArchivedStockItem', { items })} onGesture={() => {}} />)
    expect(
      within(await alert())
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ).toEqual(['Coartem', 'Doliprane', 'Smecta', 'Flagyl'])
  })

  test('a message that nobody knows is a technical problem, never raw text', async () => {
    draw(<ErrorModal error={new AppError('toString')} onGesture={() => {}} />)
    expect((await alert()).textContent).toContain('Un problème technique est survenu')
  })

  test('no error, no modal', () => {
    draw(<ErrorModal error={null} onGesture={() => {}} />)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
