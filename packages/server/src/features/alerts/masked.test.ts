import { expect, it } from 'vitest'
import { masked } from './masked.ts'

it.each([
  ['https://hooks.slack.com/services/T000/B000/abcdefgh', 'https://hooks.slack.com/…efgh'],
  [
    'https://prod-1.westeurope.logic.azure.com/workflows/1?sig=secret',
    'https://prod-1.westeurope.logic.azure.com/…cret',
  ],
])('shows of %s only the host and four characters', (url, shown) => expect(masked(url)).toBe(shown))
