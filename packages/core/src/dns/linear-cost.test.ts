import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { aLabelsOf } from './a-labels.ts'
import { parseAddress, parseBlock } from './address.ts'
import type { Answer } from './answer.ts'
import { dnssecErrorWords } from './dnssec-error.ts'
import { normalName } from './name.ts'
import { readNameList } from './name-list.ts'
import { displayText, displayTyped, octetsOfText, presentationOf, sortedRecords } from './presentation.ts'
import type { ResourceRecord } from './record.ts'
import { recordingResolver } from './recording-resolver.ts'

/** A whole DNS answer. */
const max = 65_535

describe('takes time in proportion to its length', () => {
  it('a domain name', () => expectLinearCost(normalName, { max, tokens: ['\\.', '\\032', 'a.', '.a'] }))

  it('a name in its own letters', () =>
    expectLinearCost(aLabelsOf, { max: 253, tokens: ['ü', 'ü.', 'a', '。', '\u05d0', '\u4e00\u4e8c'] }))

  it('an address and a range', () =>
    expectLinearCost(text => [parseAddress(text), parseBlock(text)], { max, tokens: ['::', '1:', '1.', '/0'] }))

  it('a pasted list or a CSV of names, of 64 KB', () =>
    expectLinearCost(text => readNameList(text, 1_000, cell => (cell.length > 253 ? null : normalName(cell))), {
      max: 65_536,
      tokens: ['""', '",', ',"', '"\n', '<a>', '> ', 'a.b\n', 'a{n}.b,'],
      heads: ['', 'domain,note\n', 'a "', '<'],
    }))

  it('a text for display', () =>
    expectLinearCost(text => [displayText(text, 60), displayText(text, 4_096)], {
      max,
      tokens: ['\xc3', '\xc3\xa9', '\xf0\x9f', '\xbf', '\u202e', '\ud800'],
    }))

  it('a typed text for display', () =>
    expectLinearCost(text => [displayTyped(text, 60), octetsOfText(text.slice(0, 2_048).toWellFormed())], {
      max,
      tokens: ['😀', '\ud800', '%C3'],
    }))

  it('a record as a line, and a sorted set', () =>
    expectLinearCost((records: readonly ResourceRecord<'TXT'>[]) => sortedRecords(records).map(presentationOf), {
      max,
      tokens: ['\\"', '\xff', '{n}'],
      wrap: (text): ResourceRecord<'TXT'>[] =>
        (text.match(/[^]{1,255}/g) ?? []).map(string => ({ type: 'TXT', name: 'a', ttl: 1, strings: [string] })),
    }))

  it('the evidence of a text', () =>
    expectLinearCost(
      async text => {
        const records = [{ type: 'TXT', name: 'a', ttl: 1, strings: [text] }] as const
        const answer = { kind: 'records', records, via } as unknown as Answer<'TXT'>
        const recording = recordingResolver({ query: () => Promise.resolve(answer as never) })
        await recording.query('a', 'TXT')
        return recording.evidence()
      },
      { max, tokens: ['\xff', '\\"'] },
    ))

  it('the text of an extended error', () =>
    expectLinearCost(text => dnssecErrorWords([{ code: 0, text }]), { max, tokens: ['\ufffd', '😀'] }))
})

const via = { server: null, authoritative: false, cnames: [], ede: [] }
