import { limits } from '@waxseal/contract/limits'
import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { matching } from './arrange.ts'
import { aDomain } from './domain.fixture.ts'
import { textOf } from './read-file.ts'
import { previewOf } from './read-list.ts'
import { tagKey, tagProblem, unchanged } from './tags.ts'

const domains = [aDomain('example.com')]

describe('costs in proportion to its length', () => {
  it('a pasted list or a file', () =>
    expectLinearCost(text => previewOf(text, domains), {
      max: limits.bulkBytes,
      tokens: ['""', '",', ',"', 'a{n}.b\n', '<a>', 'https://', 'ü.'],
      heads: ['', 'domain,note\n', 'a "'],
    }))

  it('the bytes of a file', () =>
    expectLinearCost((bytes: Uint8Array) => textOf(bytes), {
      max: 2 * limits.bulkBytes,
      tokens: ['\xc3\xa9', '\xc3', '\x81'],
      heads: ['', '\xff\xfe', '\xfe\xff'],
      wrap: text => Uint8Array.from(text, octet => octet.charCodeAt(0)),
    }))

  it('a search text', () =>
    expectLinearCost(text => matching(domains, text), {
      max: 65_536,
      tokens: ['://', 'a@', '\u0301', 'ü'],
      heads: ['', 'https://'],
    }))

  it('a tag', () =>
    expectLinearCost(text => [tagKey(text), tagProblem(domains, unchanged, text)], {
      max: 65_536,
      tokens: ['\u0301', 'ü', '\u200d', '\xa0'],
    }))
})
