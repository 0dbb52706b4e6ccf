import { expect, it } from 'vitest'
import { bandOf, listBandOf, listFilterOf } from './bands.ts'

it.each([
  [100, 'Excellent', 'Excellent', 'Healthy'],
  [90, 'Excellent', 'Excellent', 'Healthy'],
  [89, 'Good', 'Excellent', 'Healthy'],
  [72, 'Good', 'Excellent', 'Healthy'],
  [70, 'Good', 'Excellent', 'Healthy'],
  [69, 'Fair', 'Needs Attention', 'Warning'],
  [55, 'Fair', 'Needs Attention', 'Warning'],
  [50, 'Fair', 'Needs Attention', 'Warning'],
  [49, 'Poor', 'Needs Attention', 'Warning'],
  [40, 'Poor', 'Needs Attention', 'Warning'],
  [39, 'Poor', 'Critical', 'Critical'],
  [0, 'Poor', 'Critical', 'Critical'],
] as const)('%i is %s on the dashboard, %s in the list, %s in its filter', (score, band, list, filter) => {
  expect(bandOf(score)).toBe(band)
  expect(listBandOf(score)).toBe(list)
  expect(listFilterOf(score)).toBe(filter)
})

it('a domain without a score is under no filter value', () => {
  expect(listFilterOf(null)).toBeNull()
})
