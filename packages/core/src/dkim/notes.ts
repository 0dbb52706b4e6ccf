import { type Question, restsOn } from '../check/index.ts'
import type { DkimContext } from './assess.ts'
import { brokenFacts } from './broken-facts.ts'
import { type DkimFinding, dkimFinding } from './findings.data.ts'
import type { DkimKey, DkimName, DkimValue } from './value.ts'

/** The maximum number of notes of one kind. */
const mostNotes = 5

/**
 * What is wrong with single records and costs nothing, because another key works or because receivers differ: a broken key
 * beside a working one, several keys at one name, test mode, and another text where a key belongs.
 */
export function dkimNotes(value: DkimValue, { evidence }: DkimContext): readonly DkimFinding[] {
  const about = (...names: readonly Pick<DkimName, 'hostname'>[]) =>
    restsOn(
      evidence.filter(({ outcome }) => outcome !== 'failed'),
      ...names.map(({ hostname }): Question => ({ name: hostname, type: 'TXT' })),
    )
  const { keys, texts = [] } = value
  const works = keys.some(({ state }) => state === 'working')
  const broken = works ? keys.filter(({ state }) => state === 'broken') : []
  const several = keys.filter(({ warnings }) => warnings.some(({ code }) => code === 'several-records'))
  return [
    ...broken.slice(0, mostNotes).map(key => dkimFinding('dkim_broken_beside', brokenFacts(key), about(key))),
    ...several
      .slice(0, mostNotes)
      .map(key => dkimFinding('dkim_several_records', { hostname: key.hostname, alias: aliasOf(key) }, about(key))),
    ...testMode(keys).map(key =>
      dkimFinding(
        'dkim_testing_only',
        { hostname: key.hostname, alias: aliasOf(key), record: withoutTestFlag(key.record) },
        about(key),
      ),
    ),
    ...texts
      .slice(0, mostNotes)
      .map(({ hostname, text }) => dkimFinding('dkim_other_text', { hostname, text }, about({ hostname }))),
  ]
}

function isWorking({ state }: DkimKey): boolean {
  return state === 'working' || state === 'weak'
}

function aliasOf({ cnames }: DkimKey): string {
  return cnames.at(-1) ?? ''
}

/** The first working key, where all of them are in test mode. */
function testMode(keys: readonly DkimKey[]): readonly DkimKey[] {
  const working = keys.filter(isWorking)
  return working.every(({ testing }) => testing) ? working.slice(0, 1) : []
}

/** The record without the flag `y` of its tag `t`. */
function withoutTestFlag(record: string): string {
  const tags = record.split(';').flatMap(tag => {
    const [name = '', ...value] = tag.split('=')
    if (name.trim() !== 't') return [tag.trim()]
    const flags = value
      .join('=')
      .split(':')
      .map(flag => flag.trim())
      .filter(flag => flag.toLowerCase() !== 'y')
    return flags.length === 0 ? [] : [`t=${flags.join(':')}`]
  })
  return tags.filter(tag => tag !== '').join('; ')
}
