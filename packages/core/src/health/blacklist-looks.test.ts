import { expect, it } from 'vitest'
import { listsByVerdict } from './blacklist-looks.ts'

const row = (name: string, status: 'listed' | 'clean' | 'error') => ({ name, status })

it('the lists are in order listed, clean, error, and within each as in the catalog', () => {
  const rows = [row('a', 'error'), row('b', 'clean'), row('c', 'listed'), row('d', 'clean'), row('e', 'listed')]
  expect(listsByVerdict(rows).map(({ name }) => name)).toEqual(['c', 'e', 'b', 'd', 'a'])
})
