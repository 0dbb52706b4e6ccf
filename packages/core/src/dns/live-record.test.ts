import { describe, expect, it } from 'vitest'
import { liveState, overallState, type RecordKind } from './live-record.ts'

const kind: RecordKind = {
  select: texts => ({
    records: texts.filter(text => text.startsWith('v=x')),
    lookalikes: texts.filter(text => text.startsWith(' v=x')),
  }),
  canonical: text => text.trim(),
}

describe('a record that should be published', () => {
  it.each([
    ['live', ['v=x a', 'other'], ['v=x a']],
    ['live', ['v=x a  '], ['v=x a  ']],
    ['different', ['v=x b'], ['v=x b']],
    ['different', [' v=x a', 'other'], [' v=x a']],
    ['several', ['v=x a', 'v=x b'], ['v=x a', 'v=x b']],
    ['several', ['v=x a', 'v=x a'], ['v=x a', 'v=x a']],
    ['missing', ['other'], []],
    ['missing', [], []],
  ] as const)('is %s when a server has %j', (state, texts, found) => {
    expect(liveState(texts, 'v=x a', kind)).toEqual({ state, found })
  })
})

describe('the state of all servers', () => {
  it.each([
    ['live', ['live', 'live']],
    ['live', ['live', null]],
    ['partly', ['live', 'missing']],
    ['partly', ['different', 'live', null]],
    ['several', ['missing', 'several', 'different']],
    ['different', ['missing', 'different']],
    ['missing', ['missing', null]],
    ['could_not_check', [null, null]],
    ['could_not_check', []],
  ] as const)('is %s of %j', (state, states) => {
    expect(overallState(states)).toBe(state)
  })
})
