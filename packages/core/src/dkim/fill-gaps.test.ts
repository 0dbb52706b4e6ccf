import { describe, expect, it } from 'vitest'
import type { Gap } from '../check/index.ts'
import { fillDkimGaps } from './fill-gaps.ts'
import type { DkimKey, DkimKeyState, DkimName, DkimParent, DkimUnanswered, DkimValue } from './value.ts'

const place = (selector: string): DkimName => ({
  selector,
  hostname: `${selector}._domainkey.example.com`,
  source: 'catalogue',
  cnames: [],
  provider: null,
})
const key = (selector: string, state: DkimKeyState = 'working'): DkimKey => ({
  ...place(selector),
  record: '',
  state,
  keyType: 'rsa',
  keyBits: 2048,
  publicKey: '',
  revoked: state === 'revoked',
  testing: false,
  errors: [],
  warnings: [],
})
const open = (selector: string): DkimUnanswered => ({ ...place(selector), reason: 'timeout' })
const gaps: Gap[] = [
  {
    question: { name: '_domainkey.example.com', type: 'TXT' },
    reason: 'timeout',
    evidence: 'TXT _domainkey.example.com',
  },
]
const value = (known: Partial<DkimValue>): DkimValue => ({
  state: 'none-unsure',
  sureBecause: null,
  keys: [],
  dangling: [],
  unanswered: [],
  missing: [],
  wildcard: null,
  tried: 167,
  unguessable: [],
  ...known,
})

describe('a selector that could not be asked now', () => {
  const now = value({ state: 'unchecked', unanswered: [open('s1'), open('s2')] })

  it('keeps the key it had', () => {
    const before = value({ state: 'found', keys: [key('s1')] })
    expect(fillDkimGaps(now, gaps, before)?.value).toMatchObject({
      state: 'found',
      keys: [{ selector: 's1' }],
      unanswered: [],
    })
  })

  it('keeps that it had none, and a revoked one stays revoked', () => {
    expect(fillDkimGaps(now, gaps, value({}))?.value).toMatchObject({ state: 'none-unsure', unanswered: [] })
    const before = value({ keys: [key('s2', 'revoked')] })
    expect(fillDkimGaps(now, gaps, before)?.value).toMatchObject({ state: 'none-unsure', keys: [{ selector: 's2' }] })
    const sure = value({ state: 'none-sure', sureBecause: 'two-servers' })
    expect(fillDkimGaps(now, gaps, sure)?.value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
  })

  it('stays open where it was open then', () => {
    const before = value({ state: 'unchecked', unanswered: [open('s1')] })
    expect(fillDkimGaps(now, gaps, before)?.value).toMatchObject({
      state: 'unchecked',
      unanswered: [{ selector: 's1' }],
    })
    expect(fillDkimGaps(now, gaps, now)).toBeNull()
  })

  it('changes nothing about what was answered now', () => {
    const answered = value({ state: 'found', keys: [key('google')], unanswered: [open('s1')] })
    const before = value({ state: 'found', keys: [key('google', 'revoked'), key('k1')] })
    expect(fillDkimGaps(answered, gaps, before)?.value).toMatchObject({
      keys: [{ selector: 'google', state: 'working' }],
    })
  })
})

it('what was sure stays sure while a second witness cannot be heard, unless something was found since', () => {
  const sure = value({ state: 'none-sure', sureBecause: 'two-servers' })
  expect(fillDkimGaps(value({}), gaps, sure)?.value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
  expect(fillDkimGaps(value({}), [], sure)).toBeNull()
  expect(fillDkimGaps(value({ dangling: [place('s1')] }), gaps, sure)).toBeNull()
  expect(fillDkimGaps(value({ state: 'found', keys: [key('s1')] }), gaps, sure)).toBeNull()
})

const parent = (state: DkimParent['state'], domain = 'example.com') => ({ domain, state, selectors: [] })

it('what a scan could not find out around _domainkey, an earlier one knew', () => {
  const open = value({ namesBelow: null, parent: parent('unchecked') })
  const known = value({ namesBelow: true, parent: parent('found') })
  expect(fillDkimGaps(open, [], known)?.value).toMatchObject({ namesBelow: true, parent: { state: 'found' } })
  expect(fillDkimGaps(open, [], open)).toBeNull()
  expect(fillDkimGaps(open, [], value({}))).toBeNull()
  expect(
    fillDkimGaps(value({ parent: parent('unchecked') }), [], value({ parent: parent('found', 'a.example') })),
  ).toBeNull()
  // A new answer wins.
  expect(fillDkimGaps(value({ namesBelow: false, parent: parent('none') }), [], known)).toBeNull()
})
