import { describe, it } from 'vitest'
import { zoneResolver } from '../dns/index.ts'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { noAddress } from './address-set.ts'
import { assessSpf } from './assess.ts'
import { spfSettingsOf } from './build.ts'
import { readClient } from './client.ts'
import { coreName } from './core-name.ts'
import { readSpfEntry } from './entry.ts'
import { passEquivalence } from './equivalence.ts'
import { addressTerms, hostedTerms } from './flatten-assemble.ts'
import { includedSteps } from './flatten-include.ts'
import { packTerms } from './flatten-pack.ts'
import { type FlattenWalk, programOf } from './flatten-program.ts'
import { ownerLimits } from './limits.ts'
import { expandExplanation, expandMacroString, parseDomainSpec, parseExplanation, parseMacroString } from './macro.ts'
import { policyOf } from './policy.ts'
import { parseSpf, printSpf, selectSpf } from './record.ts'
import { spfRegions } from './regions.ts'
import { readSender } from './sender.ts'
import { subdomainLabelProblem } from './subdomain.ts'
import { spfTree } from './tree.ts'

/** A whole DNS answer. */
const max = 65_535
const tokens = [' a', '/1', '.a', ' ip4:1.2.3.4/8', ' ip6:{n}::', '%{d}', '%{d']

describe('takes time in proportion to its length', () => {
  it('an SPF record, parsed and printed', () =>
    expectLinearCost(text => printSpf(parseSpf(text).terms.map(({ term }) => term)), {
      max,
      tokens,
      heads: ['v=spf1 ', 'v=spf1 a', 'v=spf1 a:.', 'v=spf1 exists:', 'v=spf1 a='],
    }))

  it('a text that is no SPF record', () =>
    expectLinearCost(text => selectSpf([text]), { max, tokens: ['v=', 'v =', 'spf', 'v=spf', '\ufeff', '\xa0'] }))

  it('a record loaded into the builder', () =>
    expectLinearCost(spfSettingsOf, { max, tokens: [' include:a{n}.b', ' ip6:{n}::'], heads: ['v=spf1 '] }))

  it('a record prepared for evaluation', () =>
    expectLinearCost(policyOf, {
      max,
      tokens: [' a', ' exists:%{i}.b'],
      heads: ['v=spf1 '],
    }))

  it('a domain-spec and an explanation', () =>
    expectLinearCost(text => [parseMacroString(text), parseDomainSpec(text), parseExplanation(text)], {
      max,
      tokens: ['%{d}', '%{d1r.-}', '%{', '%%', '%{d0', '.a'],
      heads: ['', '%{d', '%{d.'],
    }))

  it('the values of macros', () =>
    expectLinearCost(
      value => {
        const spec = parseMacroString('%{S1}%{l2r+-}.%{o5r.-+,/_=}%{H}.example')
        if (typeof spec !== 'string')
          return [expandMacroString(spec, () => value), expandExplanation(spec, () => value, 1e6)]
        throw new Error(spec)
      },
      { max: 8_192, tokens: ['a.', 'a-'] },
    ))

  it('an address and a sender', () =>
    expectLinearCost(text => [readClient(text), readSender(text, text), coreName(text)], {
      max,
      tokens: ['::', '1.', '@a'],
    }))

  it('an entry typed into the builder', () =>
    expectLinearCost(
      text => {
        for (const kind of ['include_domains', 'ip4_addresses', 'ip6_addresses'] as const) readSpfEntry(kind, text)
        return subdomainLabelProblem(text, 'example.com')
      },
      { max, tokens: ['include:', 'ip4:', '%{d}', 'a.'], heads: ['', '+include:', 'ip6:'] },
    ))

  it('a tree, judged', () =>
    expectLinearCost(
      async text => {
        const tree = await spfTree(zoneResolver({ 'example.com': { TXT: [text] } }), 'example.com')
        return assessSpf(
          { records: [text], lookalikes: [text], tree },
          { domain: 'example.com', evidence: ['a'], dmarcEnforced: false },
        )
      },
      { max: 16_384, tokens: [' a', ' ip6:{n}::', ' -ip6:1::{n}', ' a=b'], heads: ['v=spf1 '] },
    ))

  const ranges = [' ip6:{n}::', ' -ip6:{n}:1::', ' ip6:1::{n}/127', ' -ip6:1::{n}']

  it('a record of any size, flattened and proved step by step', () =>
    expectLinearCost(
      async text => {
        const resolver = zoneResolver({})
        const unlimited = { size: Number.NEGATIVE_INFINITY, lookups: Number.NEGATIVE_INFINITY }
        const walk: FlattenWalk = {
          resolver,
          signal: undefined,
          ...unlimited,
          targets: new Map(),
          hosts: new Map(),
          empty: [],
          sources: [],
          problems: [],
        }
        const program = await programOf(walk, text, 'example.com', [])
        includedSteps(program, { qualifier: '+', name: 'a.example' })
        const hosted = hostedTerms(program)
        packTerms(addressTerms(hosted?.passing ?? noAddress, ''), 'h.example')
        packTerms(text.split(' '), 'h.example')
        const options = { text, sender: null, limits: ownerLimits, questions: 1 }
        const { regions } = await spfRegions(resolver, 'example.com', options)
        passEquivalence(regions, regions)
      },
      { max, tokens: ranges, heads: ['v=spf1 '] },
    ))
})
