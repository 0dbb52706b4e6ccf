import { expect, it } from 'vitest'
import { isAtLeast, roleLabels, roles } from './roles.ts'

it('a role may do what every role before it may', () => {
  const may = roles.map(role => roles.filter(least => isAtLeast(role, least)))
  expect(may).toEqual([['viewer'], ['viewer', 'editor'], ['viewer', 'editor', 'admin'], [...roles]])
})

it('each role has a name for people', () => {
  expect(roles.map(role => roleLabels[role])).toEqual(['Viewer', 'Editor', 'Admin', 'Owner'])
})
