import { describe, expect, it } from 'vitest'
import { runAll, startable } from './schedule.ts'
import { type Suite, stages, suitesOf } from './suites.ts'

function suite(name: string, weight: number, after: string[] = []): Suite {
  return {
    name,
    stage: 'lanes',
    weight,
    after: after.map(each => ({ suite: each, reason: 'a test' })),
    command: () => [],
    needs: [],
    read: null,
  }
}

const names = (suites: readonly Suite[]): string[] => suites.map(({ name }) => name)

describe('a suite starts', () => {
  it('beside others as long as the cores have room for its weight', () => {
    const [waits, computes, more] = [suite('waits', 0.2), suite('computes', 1.6), suite('more', 1.6)]
    expect(names(startable([waits, computes, more], [], 2))).toEqual(['waits', 'computes', 'more'])
    expect(names(startable([waits, computes, more], [], 1))).toEqual(['waits', 'computes'])
  })

  it('alone when it measures, and nothing starts beside it', () => {
    const [measures, other] = [suite('measures', Number.POSITIVE_INFINITY), suite('other', 0.1)]
    expect(names(startable([measures, other], [], 64))).toEqual(['measures'])
    expect(names(startable([measures], [other], 64))).toEqual([])
    expect(names(startable([other], [measures], 64))).toEqual([])
  })

  it('after those that it waits for, running or not yet started', () => {
    const [build, browser] = [suite('build', 1), suite('browser', 1, ['build'])]
    expect(names(startable([build, browser], [], 2))).toEqual(['build'])
    expect(names(startable([browser], [build], 2))).toEqual([])
    expect(names(startable([browser], [], 2))).toEqual(['browser'])
  })

  it('though it is heavier than the machine', () => {
    expect(names(startable([suite('heavy', 100)], [], 1))).toEqual(['heavy'])
  })
})

describe('a run of suites', () => {
  it('runs each once, and a later one as soon as there is room', async () => {
    const ends = new Map<string, () => void>()
    const started: string[] = []
    const run = ({ name }: Suite) => {
      started.push(name)
      return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
    }
    const all = runAll([suite('one', 1.5), suite('two', 1.5), suite('three', 1.5)], 1, run)
    expect(started).toEqual(['one'])
    for (const name of ['one', 'two', 'three']) {
      await expect.poll(() => ends.has(name)).toBe(true)
      ends.get(name)?.()
    }
    expect(await all).toEqual(['one', 'two', 'three'])
  })
})

describe('the table of suites', () => {
  const all = suitesOf({ touched: ['scripts/x.test.ts'] })

  it('waits only for suites of the same stage, with a reason: stages end one after the other', () => {
    for (const { stage, after = [] } of all) {
      for (const { suite: name, reason } of after) {
        expect(all.find(each => each.name === name)?.stage).toBe(stage)
        expect(reason).not.toBe('')
      }
    }
  })

  it('measures last, each suite alone', () => {
    const last = all.filter(({ stage }) => stage === stages.at(-1))
    expect(last.map(({ name, weight }) => [name, weight])).toEqual([
      ['linear cost', Number.POSITIVE_INFINITY],
      ['first load', Number.POSITIVE_INFINITY],
    ])
  })

  it('starts all lanes at once on two cores', () => {
    const lanes = all.filter(({ stage }) => stage === 'lanes')
    expect(startable(lanes, [], 2)).toEqual(lanes)
  })
})
