import fc from 'fast-check'

/** Values that break what reads them carelessly, besides ids of rows that exist. */
export function hostileValue(anyId: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: anyId, weight: 3 },
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      -1,
      0.1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
      9_223_372_036_854_775_808,
      2_147_483_648,
      '',
      ' ',
      'NaN',
      '1e999',
      '\u0000',
      '\u001bp\u0000',
      '\u202e',
      '\ud800',
      "' or 1=1 --",
      '%',
      '\\',
      '${7*7}',
      '=HYPERLINK("http://x")',
      '../../etc/passwd',
      '0000-00-00',
      '9999-12-31',
      '+275760-09-13T00:00:00.001Z',
      'x'.repeat(20_000),
      [],
      {},
      [[[[[[[[]]]]]]]],
      { constructor: { prototype: { admin: true } } },
      { toString: 1, length: -1 },
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(anyId, { maxLength: 60 }),
  )
}

/** As a value stands in an address: cut, and without the half characters that no address can hold. */
export function inAddress(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd').slice(0, 4000))
}
