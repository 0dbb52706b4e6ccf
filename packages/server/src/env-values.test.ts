import { expect, it } from 'vitest'
import { days } from './env-values.ts'

it('a number of days is from 1 to 3650', () => {
  expect(['1', '90', '3650'].map(value => days.parse(value))).toEqual([1, 90, 3650])
  for (const wrong of ['0', '3651', '-1', '30d', '1.5', '1e3', '']) {
    expect([wrong, days.safeParse(wrong).error?.issues.map(({ message }) => message)]).toEqual([
      wrong,
      ['is not a number of days → use 1 to 3650'],
    ])
  }
})
