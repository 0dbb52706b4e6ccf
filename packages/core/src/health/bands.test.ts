import { expect, it } from 'vitest'
import { activityColorOf, bandOf, listBandOf, listFilterOf } from './bands.ts'

it.each([
  [100, 'Excellent', 'Excellent', 'Healthy', 'green'],
  [90, 'Excellent', 'Excellent', 'Healthy', 'green'],
  [89, 'Good', 'Excellent', 'Healthy', 'green'],
  [72, 'Good', 'Excellent', 'Healthy', 'green'],
  [70, 'Good', 'Excellent', 'Healthy', 'green'],
  [69, 'Fair', 'Needs Attention', 'Warning', 'orange'],
  [55, 'Fair', 'Needs Attention', 'Warning', 'orange'],
  [50, 'Fair', 'Needs Attention', 'Warning', 'orange'],
  [49, 'Poor', 'Needs Attention', 'Warning', 'orange'],
  [40, 'Poor', 'Needs Attention', 'Warning', 'orange'],
  [39, 'Poor', 'Critical', 'Critical', 'red'],
  [0, 'Poor', 'Critical', 'Critical', 'red'],
] as const)(
  '%i is %s on the dashboard, %s in the list (%s), %s in the activity feed',
  (score, band, list, filter, color) => {
    expect(bandOf(score)).toBe(band)
    expect(listBandOf(score)).toBe(list)
    expect(listFilterOf(score)).toBe(filter)
    expect(activityColorOf(score)).toBe(color)
  },
)

it('a domain without a score is under no filter value', () => {
  expect(listFilterOf(null)).toBeNull()
})
