import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import { CurrencyProvider } from '#shared/ui/currency.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { formatAmount, formatMoney, formatPercent, formatSigned } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import { draw } from '#tests/ui/draw.tsx'

const dollar = { symbol: '$', decimals: 2 }

describe('amounts', () => {
  test('thousands are parted by U+202F and the currency by U+00A0, also inside « F CFA »', () => {
    expect(formatMoney(minor(12_500), firstCurrency)).toBe('12\u202f500\u00a0F\u00a0CFA')
    expect(formatAmount(1_234_567_890)).toBe('1\u202f234\u202f567\u202f890')
  })

  test('minus is U+2212, plus only where asked, zero has no sign', () => {
    expect(formatAmount(-4_150)).toBe('\u22124\u202f150')
    expect(formatSigned(250)).toBe('+250')
    expect(formatSigned(0)).toBe('0')
    expect(formatAmount(-0)).toBe('0')
  })

  test('decimals follow the currency', () => {
    expect(formatAmount(5, dollar)).toBe('0,05')
    expect(formatAmount(-123_456, dollar)).toBe('\u22121\u202f234,56')
    expect(formatMoney(100, { symbol: 'KD', decimals: 3 })).toBe('0,100\u00a0KD')
  })

  test('no digit is lost or moved, whatever the amount and the currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4 }), (amount, decimals) => {
        const text = formatAmount(amount, { decimals })
        expect(BigInt(text.replace('\u2212', '-').replaceAll('\u202f', '').replace(',', ''))).toBe(BigInt(amount))
        expect(text.split(',')[1]?.length ?? 0).toBe(decimals)
      }),
    )
  })

  test('percentages keep one decimal at most and never say « −0 »', () => {
    expect(formatPercent(27.4)).toBe('27,4\u202f%')
    expect(formatPercent(80)).toBe('80\u202f%')
    expect(formatPercent(-0.62)).toBe('\u22120,6\u202f%')
    expect(formatPercent(-0.01)).toBe('0\u202f%')
  })
})

describe('Money', () => {
  test('writes the currency only when asked', () => {
    const { container } = draw(<Money amount={2_110} unit />)
    expect(container.textContent).toContain('2\u202f110\u00a0F\u00a0CFA')
  })

  test('uses the currency of the pharmacy', () => {
    draw(
      <CurrencyProvider currency={dollar}>
        <Money amount={1_250} />
      </CurrencyProvider>,
    )
    expect(screen.getByText('12,50')).toBeTruthy()
  })

  test('the giant amount is announced under its name', () => {
    draw(<GiantAmount label="Rendu" amount={2_110} tone="settled" hint="5 000 reçus" />)
    expect(screen.getByRole('status', { name: 'Rendu' }).textContent).toContain('2\u202f110\u00a0F\u00a0CFA')
  })

  test('words without an amount stand alone', () => {
    draw(<GiantAmount label="Payé, rien à rendre" amount={null} tone="settled" />)
    expect(screen.getByRole('status', { name: 'Payé, rien à rendre' }).textContent).toBe('Payé, rien à rendre')
  })
})

describe('plural', () => {
  test('0 and 1 are singular in French', () => {
    expect(plural(0, 'résultat')).toBe('0\u00a0résultat')
    expect(plural(1, 'résultat')).toBe('1\u00a0résultat')
    expect(plural(4_812, 'produit')).toBe('4\u202f812\u00a0produits')
    expect(plural(2, 'avoir', 'avoirs')).toBe('2\u00a0avoirs')
  })
})

describe('the amount typed on the pad', () => {
  test('keys write from the left, backspace takes the last digit', () => {
    expect(typedAmount(0, '5')).toBe(5)
    expect(typedAmount(5, '000')).toBe(5_000)
    expect(typedAmount(0, '000')).toBe(0)
    expect(typedAmount(5_001, 'backspace')).toBe(500)
    expect(typedAmount(5, 'backspace')).toBe(0)
  })

  test('a key that would pass the limit is refused whole', () => {
    expect(typedAmount(999, '000', 10_000)).toBe(999)
  })
})
