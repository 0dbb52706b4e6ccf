import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { assess, at, key, keys } from './assessed-zone.fixture.ts'

/** The notes about a zone, with their words. */
async function notes(...args: Parameters<typeof assess>) {
  const { findings } = await assess(...args)
  return findings.map(finding => {
    const { points, title, reason, meaning, advice, publish } = wordsOf(finding)
    const { id, subject, evidence } = finding
    return { id, subject, evidence, points, title, reason, meaning, advice, publish }
  })
}

const good = key(2048)

describe('a note about a DKIM record costs nothing', () => {
  it('for a broken key beside a working one, with its repair', async () => {
    expect(await notes(keys(good, `"${key(1024)}"`))).toMatchObject([
      {
        id: 'dkim_broken_beside',
        points: 0,
        subject: at('s1'),
        evidence: [`TXT ${at('s1')}`],
        meaning:
          'Receivers cannot use the key at s1._domainkey.example.com: quotation marks are part of the record. Mail signed with it fails DKIM.',
        publish: { name: at('s1'), type: 'TXT', value: key(1024) },
      },
    ])
  })

  it('for two key records at one selector', async () => {
    expect(await notes({ [at('s1')]: { TXT: [good, key(1024)] } })).toMatchObject([
      {
        id: 'dkim_several_records',
        points: 0,
        subject: at('s1'),
        meaning:
          's1._domainkey.example.com has more than one key record. No standard says which one receivers use, so some signatures may fail.',
        publish: null,
      },
    ])
  })

  it('for keys that are all in test mode, and names the record without t=y', async () => {
    const testing = good.replace('k=rsa;', 'k=rsa; t=y:s;')
    expect(await notes(keys(testing))).toMatchObject([
      {
        id: 'dkim_testing_only',
        points: 0,
        evidence: [`TXT ${at('google')}`],
        publish: { name: at('google'), type: 'TXT', value: good.replace('k=rsa;', 'k=rsa; t=s;') },
      },
    ])
    expect(await notes(keys(testing, good))).toEqual([])
  })

  it('for another text at a selector that was given', async () => {
    const texts = [{ selector: 's2', hostname: at('s2'), text: 'v=spf1 mx -all' }]
    expect(await notes({ ...keys(good), [at('s2')]: { TXT: ['v=spf1 mx -all'] } }, { texts })).toMatchObject([
      {
        id: 'dkim_other_text',
        points: 0,
        subject: at('s2'),
        evidence: [`TXT ${at('s2')}`],
        meaning:
          's2._domainkey.example.com has a text that is no DKIM key. It begins with "v=spf1". Receivers treat mail signed with this selector as unsigned.',
      },
    ])
  })

  it('and advice about the record of a provider goes to the provider', async () => {
    const zone = {
      [at('s1')]: { CNAME: ['key.example.net'] },
      'key.example.net': { TXT: [good.replace('k=rsa;', 't=y;')] },
    }
    expect(await notes(zone)).toMatchObject([
      {
        id: 'dkim_testing_only',
        advice:
          'Ask the provider of key.example.net to end the test mode. s1._domainkey.example.com is an alias of that name.',
        publish: null,
      },
    ])
  })
})

it('a wildcard with a key is not told as no key', async () => {
  expect(await notes({ '*._domainkey.example.com': { TXT: [good] } }, { namesBelow: false })).toMatchObject([
    {
      id: 'dkim_not_found_unsure',
      title: 'A wildcard answers every DKIM selector',
      reason: 'A wildcard answers every DKIM selector',
      meaning:
        'The wildcard *._domainkey.example.com answers all 3 selectors tried with one key. Receivers then accept signatures under any selector.',
      advice:
        'Publish the key under the selector that signs your mail, and remove *._domainkey.example.com. You can then revoke one key without the others.',
    },
  ])
})
